import { Refusal } from './refusals.ts'

/** Inflated bytes of all archives of one mail: a list of a million bookings has a tenth of it. */
const maxInflatedBytes = 512 * 1024 * 1024
/** Lists shrink to a twentieth when packed. What shrinks more, and is large, is made to fill disks. */
const maxRatio = 250
const harmlessBytes = 32 * 1024 * 1024

/** What the archives of one mail have become so far, bytes. */
export interface Inflation {
  bytes: number
}

/** Whether an archive of so many bytes may become so many. */
export const isBomb = (packed: number, inflated: number): boolean =>
  inflated > maxInflatedBytes || (inflated > harmlessBytes && inflated > packed * maxRatio)

/** Lets bytes pass until they are more than `packed` bytes may become, or all archives of the mail together. Throws `Refusal`. */
export async function* limited(
  content: AsyncIterable<Buffer>,
  packed: () => number,
  inflation: Inflation,
): AsyncGenerator<Buffer> {
  let inflated = 0
  for await (const piece of content) {
    inflated += piece.length
    inflation.bytes += piece.length
    if (inflation.bytes > maxInflatedBytes || isBomb(packed(), inflated)) throw new Refusal('archive-too-large')
    yield piece
  }
}
