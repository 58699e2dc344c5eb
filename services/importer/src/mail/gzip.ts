import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type Inflation, limitInflation } from './inflation-limit.ts'
import { UnreadableFileError } from './refusals.ts'

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
