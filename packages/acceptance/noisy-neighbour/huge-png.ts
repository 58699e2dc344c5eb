/** Small PNG files (ISO/IEC 15948) that decode to hundreds of megabytes. */
import { buffer } from 'node:stream/consumers'
import { crc32, createDeflate } from 'node:zlib'

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
export const hugePng = async (side: number): Promise<(text: string) => string> => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  // Bit depth, colour type RGB, compression, filter, interlacing.
  header.set([16, 2, 0, 0, 1], 8)
  const pixels = await compressedZeros(interlacedLength(side))
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

const compressedZeros = async (length: number): Promise<Buffer> => {
  const deflate = createDeflate({ level: 9 })
  const compressed = buffer(deflate)
  const zeros = Buffer.alloc(1024 * 1024)
  for (let left = length; left > 0; left -= zeros.length) {
    const written = deflate.write(left < zeros.length ? zeros.subarray(0, left) : zeros)
    if (!written) await new Promise((resolve) => deflate.once('drain', resolve))
  }
  deflate.end()
  return await compressed
}

const chunk = (type: string, data: Buffer): Buffer => {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, checksum])
}
