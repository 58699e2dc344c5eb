import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type Inflation, limited } from './inflation-limit.ts'
import { Refusal } from './refusals.ts'

/** Inflates a gzip file as it is read. Throws `Refusal` when it is damaged or inflates to too much. */
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
    // What goes wrong ends the stream, and with it the loop below.
  })
  try {
    yield* limited(gunzip, () => packed, inflation)
  } catch (error) {
    throw isDamage(error) ? new Refusal('archive-unreadable') : error
  } finally {
    gunzip.destroy()
  }
}

const isDamage = (error: unknown): boolean => (error as { code?: string }).code?.startsWith('Z_') ?? false
