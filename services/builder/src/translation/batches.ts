import type { BatchLimits } from './translator.ts'

/** As many texts together as the limits allow, in their order; one that is beyond them by itself is alone in its batch. */
export function batchesOf<T extends { text: string }>(texts: readonly T[], limits: BatchLimits): T[][] {
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

/** With its quotes and the comma after it. */
export const bytesInJson = (text: string): number => Buffer.byteLength(JSON.stringify(text)) + 1
