import { Readable } from 'node:stream'

/** Bytes that are hashed in one go hold up everyone else for that long: larger ones go in pieces. */
const pieceBytes = 8 * 1024 * 1024

/** Bytes as the object store takes them. */
export function objectBody(bytes: Uint8Array): Buffer | Readable {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return whole.length <= pieceBytes ? whole : Readable.from(pieces(whole))
}

function* pieces(whole: Buffer): Generator<Buffer> {
  for (let at = 0; at < whole.length; at += pieceBytes) yield whole.subarray(at, at + pieceBytes)
}
