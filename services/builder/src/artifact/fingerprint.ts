import { createHash } from 'node:crypto'

/** SHA-256 (hex) of a value's JSON, with bytes replaced by their hash. Objects must have their fields in a fixed order. */
export const fingerprint = (value: unknown): string => sha256(JSON.stringify(withHashes(value)))

export const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex')

/** Replaced before `JSON.stringify`, which would list each byte of a Buffer, and a track may have megabytes. */
function withHashes(value: unknown): unknown {
  if (value instanceof Uint8Array) return sha256(value)
  if (Array.isArray(value)) return value.map(withHashes)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withHashes(member)]))
}
