import { isAscii } from 'node:buffer'
import type { Encoding } from './encoding.ts'

/** Bytes that Windows-1252 does not define. */
const undefinedBytes = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])
const replacement = 0xfffd

/**
 * Counts bytes of the whole file to distinguish UTF-8 from Windows-1252, however late the first character beyond ASCII comes. `verdict` is `null` for
 * neither.
 */
export const encodingTally = () => {
  const decoder = new TextDecoder('utf-8')
  let decoderIsBusy = false
  let decoded = 0
  let broken = 0
  let high = 0
  let highPairs = 0
  let unknown = 0

  const countCharacters = (text: string) => {
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === replacement) broken++
      else if (code > 0x7f) decoded++
    }
  }
  const countBytes = (piece: Uint8Array) => {
    let before = 0
    for (let at = 0; at < piece.length; at++) {
      const byte = piece[at] ?? 0
      if (byte > 0x7f) {
        high++
        if (before > 0x7f) highPairs++
        if (undefinedBytes.has(byte)) unknown++
      }
      before = byte
    }
  }

  return {
    count(piece: Uint8Array): void {
      if (isAscii(piece) && !decoderIsBusy) return
      countCharacters(decoder.decode(piece, { stream: true }))
      countBytes(piece)
      decoderIsBusy = (piece.at(-1) ?? 0) > 0x7f
    },
    verdict(): Encoding | null {
      countCharacters(decoder.decode())
      // A damaged character among valid ones does not mean another encoding; only its cell is unusable.
      if (broken === 0 || decoded > broken) return 'utf-8'
      // Western text has single accents; other scripts, and EBCDIC, have whole words of such bytes.
      const isWestern = unknown === 0 && (high < 8 || highPairs < high * 0.4)
      return isWestern ? 'windows-1252' : null
    },
  }
}
