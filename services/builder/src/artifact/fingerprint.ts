import { createHash } from 'node:crypto'

/** SHA-256 (hex) of a value's JSON, with bytes replaced by their hash. Objects must have their fields in a fixed order. */
export function fingerprint(value: unknown): string {
  const json = JSON.stringify(value, function (this: Record<string, unknown>, key, simple) {
    // `JSON.stringify` has already called `Buffer.toJSON`; the original is in the holder.
    const original = this[key]
    return original instanceof Uint8Array ? sha256(original) : simple
  })
  return sha256(json)
}

export const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex')
