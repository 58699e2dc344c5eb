import { Readable } from 'node:stream'

/** Hashing larger bytes at once would block the event loop. */
const pieceBytes = 8 * 1024 * 1024

/** Bytes as a body for the object store: large ones as a stream of pieces. */
export function objectBody(bytes: Uint8Array): Buffer | Readable {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return whole.length <= pieceBytes ? whole : Readable.from(pieces(whole))
}

function* pieces(whole: Buffer): Generator<Buffer> {
  for (let at = 0; at < whole.length; at += pieceBytes) yield whole.subarray(at, at + pieceBytes)
}
