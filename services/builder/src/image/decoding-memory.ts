import type { Metadata } from 'sharp'

const mebibyte = 1024 * 1024

/** Memory for any image: thread buffers and the resized image. */
const base = 32 * mebibyte
/** Lines decoded ahead of the line that is resized; measured. */
const linesAhead = 2_200
/** Bytes of one JPEG coefficient. */
const coefficientBytes = 2
/** The library needs a little more memory than the pixels. */
const overhead = 1.1

const bytesOfDepth: Readonly<Record<string, number>> = { uchar: 1, ushort: 2 }

/**
 * Most memory for decoding a PNG or JPEG for resizing, bytes, from its header. Interlaced PNGs and progressive JPEGs are decoded completely
 * before the first line is ready; others line by line.
 */
export function decodingMemory({ format, width, height, channels, depth, isProgressive }: Metadata): number {
  if (format === 'jpeg') return base + (isProgressive ? width * height * channels * coefficientBytes : 0)
  const lineBytes = width * channels * (bytesOfDepth[depth] ?? 8)
  const lines = isProgressive ? height * overhead : Math.min(height, linesAhead)
  return Math.ceil(base + lines * lineBytes)
}
