/** Longer names of fields are cut: a pointer is there to be read, not to send a body back. */
const longestKey = 200

/** One step of a JSON Pointer (RFC 6901). */
export const pointerStep = (key: string): string =>
  `/${key.slice(0, longestKey).toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')}`
