import sharp, { type Metadata, type Sharp } from 'sharp'

/**
 * Larger images are refused before a pixel is decoded. No phone camera writes as many pixels into the 5 MB that the interface accepts, and
 * they fit into the memory of a worker.
 */
export const pixelLimit = 120_000_000

// Images are untrusted: of the forty decoders of libvips only those for PNG and JPEG may run.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] })
// No image is decoded again later, so a cache of decoded images would only use memory.
sharp.cache(false)

/**
 * Opens a PNG or JPEG for resizing, turned upright by its EXIF orientation. Damaged pixels are an error, odd metadata is not. Metadata is
 * dropped, since the place where a photograph was taken is private.
 */
export const openImage = (bytes: Uint8Array, mostPixels = pixelLimit): Sharp =>
  sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', autoOrient: true })

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
