export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

const byteOrderMarks: readonly [Encoding, readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** The encoding that the first bytes prove: by a byte order mark, or UTF-16 without one. `null`: UTF-8, Windows-1252 or neither. */
export const encodingByBeginning = (head: Uint8Array): { encoding: Encoding; marked: boolean } | null => {
  const mark = byteOrderMarks.find(([, signature]) => signature.every((byte, index) => head[index] === byte))
  if (mark !== undefined) return { encoding: mark[0], marked: true }
  const wide = utf16Without(head)
  return wide === null ? null : { encoding: wide, marked: false }
}

/** UTF-16 without a byte order mark: in mostly Latin text one half of nearly every pair is zero. */
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

/** The first bytes of a file as text, to classify it. */
export const beginningOf = (head: Uint8Array): string =>
  new TextDecoder(encodingByBeginning(head)?.encoding ?? 'utf-8').decode(head)

/** Decodes bytes as a stream, without a byte order mark. Invalid bytes become U+FFFD. */
export async function* toText(bytes: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const piece of bytes) {
    const text = decoder.decode(piece, { stream: true })
    if (text !== '') yield text
  }
  const last = decoder.decode()
  if (last !== '') yield last
}
