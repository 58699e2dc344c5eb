import { randomUUIDv7 } from 'node:crypto'

/** An identifier that sorts by the time it was made (RFC 9562, version 7): kind to indexes. */
export const uuidv7 = (): string => randomUUIDv7()

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Our identifiers are opaque to others: a text of another form names nothing, and PostgreSQL would refuse to compare it. */
export const isUuid = (text: string): boolean => uuid.test(text)
