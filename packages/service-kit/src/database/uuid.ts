import { randomUUIDv7 } from 'node:crypto'

/** An identifier that sorts by the time it was made (RFC 9562, version 7): kind to indexes. */
export const uuidv7 = (): string => randomUUIDv7()
