import type { Readable } from 'node:stream'

/** Small enough that the rows of one piece are little memory, and that other work gets its turn between two. */
const pieceBytes = 64 * 1024

/** The bytes of a stream in pieces of bounded size, whatever size they come in; the stream is closed at the end, also at an early one. */
export async function* pieces(stream: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of stream) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk)
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
  }
}
