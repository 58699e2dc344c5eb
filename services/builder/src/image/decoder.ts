import sharp, { type Sharp } from 'sharp'

/**
 * Larger pictures are refused before a pixel is decoded: 120 million is more than any phone's camera writes into the
 * 5 MB that the interface accepts, and less than what would fill the memory of a worker.
 */
export const pixelLimit = 120_000_000

// Pictures come from strangers: of libvips' forty decoders only the two that the interface names may run.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] })
// Every picture is decoded once or twice and never again: a cache of decoded ones would only hold memory.
sharp.cache(false)

/**
 * Opens a PNG or JPEG for resizing, turned upright by its EXIF note. Damage that costs pixels is an error, a mere
 * oddity in the metadata is not. Metadata is not carried over: the places where photographs were taken are private.
 */
export const openImage = (bytes: Uint8Array, mostPixels = pixelLimit): Sharp =>
  sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', autoOrient: true })
