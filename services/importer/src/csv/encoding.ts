export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

export interface DecodedText {
  text: string
  encoding: Encoding
}

const byteOrderMarks: readonly [Encoding, readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/**
 * Reads the bytes of a CSV file as text. A byte order mark decides, then the configuration, then the bytes themselves:
 * zero bytes at every other place mean UTF-16, valid UTF-8 is UTF-8, anything else is Windows-1252 (which every byte
 * sequence is, and which spreadsheets of Western Europe write).
 */
export const decodeText = (bytes: Uint8Array, configured?: Encoding): DecodedText => {
  const mark = byteOrderMarks.find(([, signature]) => signature.every((byte, index) => bytes[index] === byte))
  if (mark !== undefined) return { text: decode(bytes, mark[0]), encoding: mark[0] }
  if (configured !== undefined) return { text: decode(bytes, configured), encoding: configured }
  const wide = utf16Without(bytes)
  if (wide !== null) return { text: decode(bytes, wide), encoding: wide }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' }
  } catch {
    // Not UTF-8: the decoder has no other way to say so.
    return { text: decode(bytes, 'windows-1252'), encoding: 'windows-1252' }
  }
}

/** TextDecoder drops the byte order mark. */
const decode = (bytes: Uint8Array, encoding: Encoding): string => new TextDecoder(encoding).decode(bytes)

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
