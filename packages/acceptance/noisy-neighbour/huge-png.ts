/** Small PNG files (ISO/IEC 15948) that decode to hundreds of megabytes. */
import { constants, crc32, deflateRawSync } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** The passes of Adam7 interlacing: first column, first row, column step, row step. */
const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** Red, green and blue of 16 bits each. */
const bytesPerPixel = 6

/**
 * Creates interlaced black squares with `side` pixels per edge and 16 bits per channel, so that a decoder needs all of it in memory.
 * Each text gives a different file (Base64) with the same pixels.
 */
export const hugePng = (side: number): ((text: string) => string) => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  // Bit depth, colour type RGB, compression, filter, interlacing.
  header.set([16, 2, 0, 0, 1], 8)
  const pixels = compressedZeros(interlacedLength(side))
  return (text) =>
    Buffer.concat([
      signature,
      chunk('IHDR', header),
      chunk('tEXt', Buffer.from(`Comment\0${text}`)),
      chunk('IDAT', pixels),
      chunk('IEND', Buffer.alloc(0)),
    ]).toString('base64')
}

/** Bytes of all rows of all passes, each with its filter byte. All are zero: black pixels, filter type "none". */
const interlacedLength = (side: number): number =>
  adam7.reduce((sum, [column, row, columnStep, rowStep]) => {
    const columns = Math.ceil((side - column) / columnStep)
    const rows = Math.ceil((side - row) / rowStep)
    return sum + rows * (1 + columns * bytesPerPixel)
  }, 0)

const mebibyte = 1024 * 1024
const zeros = (length: number, finishFlush: number) => deflateRawSync(Buffer.alloc(length), { level: 9, finishFlush })

/** Zeros as zlib compresses them (RFC 1950). A full flush makes each mebibyte independent, so that it is compressed once and repeated. */
const compressedZeros = (length: number): Buffer => {
  const repeated = zeros(mebibyte, constants.Z_FULL_FLUSH)
  const checksum = Buffer.alloc(4)
  // Adler-32: its lower half stays 1, and its upper half grows by that with each byte.
  checksum.writeUInt16BE(length % 65_521, 0)
  checksum.writeUInt16BE(1, 2)
  return Buffer.concat([
    Buffer.from([0x78, 0xda]),
    ...Array<Buffer>(Math.floor(length / mebibyte)).fill(repeated),
    zeros(length % mebibyte, constants.Z_FINISH),
    checksum,
  ])
}

const chunk = (type: string, data: Buffer): Buffer => {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, checksum])
}
