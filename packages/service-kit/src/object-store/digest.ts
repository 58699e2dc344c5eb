import { createHash, hash } from 'node:crypto'
import { Readable } from 'node:stream'

export interface Digest {
  bytes: number
  /** Hex. */
  sha256: string
}

/** Returns the body as `content`, and its digest. Call `digest` only after all of `content` was read. An error of the body fails `content`. */
export function withDigest(body: Buffer | Readable): { content: Buffer | Readable; digest: () => Digest } {
  if (Buffer.isBuffer(body)) {
    const digest = () => ({ bytes: body.length, sha256: hash('sha256', body) })
    return { content: body, digest }
  }
  const sum = createHash('sha256')
  let bytes = 0
  async function* counted() {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length
      sum.update(chunk)
      yield chunk
    }
  }
  return { content: Readable.from(counted()), digest: () => ({ bytes, sha256: sum.digest('hex') }) }
}
