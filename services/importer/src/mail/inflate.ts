import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { UnreadableFileError } from './refusals.ts'

/** Inflated bytes of all archives of one mail; a list of a million bookings has a tenth of it. */
const maxInflatedBytes = 512 * 1024 * 1024
/** Lists shrink to a twentieth. A large file that shrinks much more is a decompression bomb. */
const maxRatio = 250
const harmlessBytes = 32 * 1024 * 1024

/** Inflated bytes of all archives of one mail so far. */
export interface Inflation {
  bytes: number
}

/** Whether the inflated size is suspicious for the packed size. */
export const isBomb = (packed: number, inflated: number): boolean =>
  inflated > maxInflatedBytes || (inflated > harmlessBytes && inflated > packed * maxRatio)

/** Passes bytes through until they exceed the limit for `packed` bytes, or for all archives of the mail; then throws `UnreadableFileError`. */
export async function* limitInflation(
  content: AsyncIterable<Buffer>,
  packed: () => number,
  inflation: Inflation,
): AsyncGenerator<Buffer> {
  let inflated = 0
  for await (const piece of content) {
    inflated += piece.length
    inflation.bytes += piece.length
    if (inflation.bytes > maxInflatedBytes || isBomb(packed(), inflated))
      throw new UnreadableFileError('archive-too-large')
    yield piece
  }
}

/** Inflates a gzip file as a stream. Throws `UnreadableFileError` when it is damaged or too large. */
export async function* gunzipped(content: AsyncIterable<Buffer>, inflation: Inflation): AsyncGenerator<Buffer> {
  let packed = 0
  const counted = async function* () {
    for await (const piece of content) {
      packed += piece.length
      yield piece
    }
  }
  const gunzip = createGunzip()
  pipeline(counted(), gunzip, () => {
    // An error ends the stream, and with it the loop below.
  })
  try {
    yield* limitInflation(gunzip, () => packed, inflation)
  } catch (error) {
    throw isDamage(error) ? new UnreadableFileError('archive-unreadable') : error
  } finally {
    gunzip.destroy()
  }
}

const isDamage = (error: unknown): boolean => (error as { code?: string }).code?.startsWith('Z_') ?? false
