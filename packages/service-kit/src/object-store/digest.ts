import { createHash, hash } from 'node:crypto'
import { Transform } from 'node:stream'

export interface Digest {
  bytes: number
  /** Hex. */
  sha256: string
}

/** Lets bytes pass, counting and hashing them. `digest` is complete when the stream has ended. */
export function digesting(): { stream: Transform; digest: () => Digest } {
  const sum = createHash('sha256')
  let bytes = 0
  let sha256: string | undefined
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      sum.update(chunk)
      done(null, chunk)
    },
  })
  return {
    stream,
    digest: () => {
      sha256 ??= sum.digest('hex')
      return { bytes, sha256 }
    },
  }
}

export const digestOf = (body: Buffer): Digest => ({
  bytes: body.length,
  sha256: hash('sha256', body),
})
