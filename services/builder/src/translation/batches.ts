import type { Protocol } from './protocols.ts'

/** Splits texts into batches within the limits, in order. A text above the limits gets its own batch. */
export function batchesOf<T extends { text: string }>(texts: readonly T[], limits: Protocol['limits']): T[][] {
  const batches: T[][] = []
  let bytes = 0
  for (const one of texts) {
    const size = bytesInJson(one.text)
    const last = batches.at(-1)
    if (last && last.length < limits.texts && bytes + size <= limits.bytes) {
      last.push(one)
      bytes += size
    } else {
      batches.push([one])
      bytes = size
    }
  }
  return batches
}

/** Includes the quotes and a comma. */
export const bytesInJson = (text: string): number => Buffer.byteLength(JSON.stringify(text)) + 1
