import { openImage } from './decoder.ts'
import { UnreadableImageError } from './unreadable-image-error.ts'

/**
 * Sizes of images by their use. `edge` is the longer side, pixels. Optimised coding saves some percent of the file and doubles the time to
 * write it: worth it for slow networks, not for the book.
 */
export const imageUses = {
  /** Text width of an A4 page at 200 dots per inch; ten such images stay under 3 MB. */
  print: { edge: 1400, quality: 76, optimiseCoding: false },
  /** Beside a list entry in the book: 42 mm at nearly 400 dots per inch. */
  thumbnail: { edge: 640, quality: 76, optimiseCoding: false },
  /** Slightly less than the width of a phone at three dots per pixel. */
  page: { edge: 1080, quality: 72, optimiseCoding: true },
} as const

export type ImageUse = keyof typeof imageUses

/** Increment when the same image would be resized differently; part of the ingredients of resized images. */
export const imageRecipe = 1

/**
 * Resizes an image for a use: upright, sRGB, 8 bit, transparency on white, JPEG without metadata, never enlarged. Runs in an image worker.
 * Throws `UnreadableImageError` for a damaged image, too many pixels, or another format than PNG and JPEG.
 */
export async function resizeImage(source: Uint8Array, use: ImageUse) {
  const { edge, ...jpeg } = imageUses[use]
  try {
    const { data, info } = await openImage(source)
      .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg(jpeg)
      .toBuffer({ resolveWithObject: true })
    return { bytes: data as Uint8Array, width: info.width, height: info.height }
  } catch (cause) {
    throw UnreadableImageError.from(cause)
  }
}

export type ResizedImage = Awaited<ReturnType<typeof resizeImage>>
