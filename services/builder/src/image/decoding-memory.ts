import type { Metadata } from 'sharp'

const mebibyte = 1024 * 1024

/** What the library takes whatever the picture is: buffers of its threads, and the resized picture. */
const base = 32 * mebibyte
/** Lines that are decoded ahead of the one that is resized, by measurement. */
const linesAhead = 2_200
/** Bytes of one value while a JPEG's coefficients are kept. */
const coefficientBytes = 2
/** The library keeps a little beside the picture itself. */
const overhead = 1.1

const bytesOfDepth: Readonly<Record<string, number>> = { uchar: 1, ushort: 2 }

/**
 * Memory that decoding a PNG or JPEG for resizing takes at most, bytes, from its header. An interlaced PNG and a JPEG in several
 * scans are decoded whole before the first line is complete; others line by line.
 */
export function decodingMemory({ format, width, height, channels, depth, isProgressive }: Metadata): number {
  if (format === 'jpeg') return base + (isProgressive ? width * height * channels * coefficientBytes : 0)
  const lineBytes = width * channels * (bytesOfDepth[depth] ?? 8)
  const lines = isProgressive ? height * overhead : Math.min(height, linesAhead)
  return Math.ceil(base + lines * lineBytes)
}
