import { openImage } from './decoder.ts'
import { UnreadableImageError } from './unreadable-image-error.ts'

/**
 * What pictures are resized for. `edge` is the longer side in pixels. Optimal coding makes a file some percent smaller and
 * costs as much as the rest of writing it: worth it for bad networks, not for the book.
 */
export const imageUses = {
  /** The width of an A4 page's text at 200 dots an inch; ten of them stay under 3 MB. */
  print: { edge: 1400, quality: 76, optimiseCoding: false },
  /** Beside an entry of a list in the book: 42 mm at nearly 400 dots an inch. */
  thumbnail: { edge: 640, quality: 76, optimiseCoding: false },
  /** A phone's width at three dots a pixel, a little less for a picture that is mostly looked at in passing. */
  page: { edge: 1080, quality: 72, optimiseCoding: true },
} as const

export type ImageUse = keyof typeof imageUses

/** Rises when the same picture would come out differently: resized pictures are kept by it. */
export const imageRecipe = 1

export interface ResizedImage {
  bytes: Uint8Array
  mediaType: 'image/jpeg'
  width: number
  height: number
}

/**
 * One picture for one use: upright, sRGB, 8 bit, transparency on white, JPEG without metadata, never enlarged.
 * Runs in a picture worker. Throws `UnreadableImageError` for what is no PNG or JPEG, is damaged or has too many pixels.
 */
export async function resizeImage(source: Uint8Array, use: ImageUse): Promise<ResizedImage> {
  const { edge, ...jpeg } = imageUses[use]
  try {
    const { data, info } = await openImage(source)
      .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg(jpeg)
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, mediaType: 'image/jpeg', width: info.width, height: info.height }
  } catch (cause) {
    throw UnreadableImageError.from(cause)
  }
}
