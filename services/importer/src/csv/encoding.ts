import { peek } from '../bytes/peek.ts'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

const byteOrderMarks: readonly [Encoding, readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** What the first bytes say for certain: a byte order mark, or UTF-16 without one. `null`: UTF-8, Windows-1252 or none of both. */
export const encodingByBeginning = (head: Uint8Array): { encoding: Encoding; marked: boolean } | null => {
  const mark = byteOrderMarks.find(([, signature]) => signature.every((byte, index) => head[index] === byte))
  if (mark !== undefined) return { encoding: mark[0], marked: true }
  const wide = utf16Without(head)
  return wide === null ? null : { encoding: wide, marked: false }
}

/** UTF-16 that lacks its mark: mostly Latin text has a zero in one half of nearly every pair. */
const utf16Without = (bytes: Uint8Array): Encoding | null => {
  const pairs = Math.floor(Math.min(bytes.length, 2000) / 2)
  if (pairs < 4) return null
  let highZero = 0
  let lowZero = 0
  for (let index = 0; index < pairs * 2; index += 2) {
    if (bytes[index] === 0) highZero++
    if (bytes[index + 1] === 0) lowZero++
  }
  if (lowZero > pairs * 0.7 && highZero < pairs * 0.1) return 'utf-16le'
  return highZero > pairs * 0.7 && lowZero < pairs * 0.1 ? 'utf-16be' : null
}

/** The first bytes of a file as text, good enough to see what it is. */
export const beginningOf = (head: Uint8Array): string =>
  new TextDecoder(encodingByBeginning(head)?.encoding ?? 'utf-8').decode(head)

/**
 * Bytes in an encoding as UTF-8, piece by piece and without a byte order mark. What can’t be decoded becomes U+FFFD, in UTF-8 itself only where the
 * bytes are read.
 */
export const toUtf8 = (bytes: AsyncIterable<Buffer>, encoding: Encoding): AsyncIterable<Buffer> =>
  encoding === 'utf-8' ? withoutMark(bytes) : decoded(bytes, encoding)

async function* withoutMark(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { head, content } = await peek(bytes, 3)
  let left = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0
  for await (const piece of content) {
    yield left === 0 ? piece : piece.subarray(left)
    left = 0
  }
}

async function* decoded(bytes: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding)
  for await (const piece of bytes) {
    const text = decoder.decode(piece, { stream: true })
    if (text !== '') yield Buffer.from(text)
  }
  const last = decoder.decode()
  if (last !== '') yield Buffer.from(last)
}
