import { v7 } from 'uuid'

/**
 * An identifier that sorts by its creation (RFC 9562, version 7), which keeps index inserts local. Those that a process creates in the same
 * millisecond are in order too, unlike those of Node's `randomUUIDv7`.
 */
export const uuidv7 = (): string => v7()

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether PostgreSQL accepts the text as a UUID. A malformed identifier is treated like an unknown one. */
export const isUuid = (text: string): boolean => uuid.test(text)
