import { createHash } from 'node:crypto'

/**
 * One text for one value: the SHA-256 (hex) of its JSON. Objects must be built with their fields in a fixed order, as
 * code that spells them out does. Bytes count by their own hash.
 */
export function fingerprint(value: unknown): string {
  const json = JSON.stringify(value, function (this: Record<string, unknown>, key, simple) {
    // Buffers have turned themselves into something else before this is called: the original is in the holder.
    const original = this[key]
    return original instanceof Uint8Array ? sha256(original) : simple
  })
  return sha256(json)
}

export const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex')
