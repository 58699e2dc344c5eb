import sharp, { type Sharp } from 'sharp'

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
