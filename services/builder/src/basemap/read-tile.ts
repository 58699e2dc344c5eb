import { openImage } from '../image/decoder.ts'
import { UnreadableImageError } from '../image/unreadable-image-error.ts'

/** The sizes of tiles; larger images are refused before they are decoded. */
const sizes = [256, 512]
const mostPixels = 512 * 512

const mediaTypes = {
  png: { contentType: 'image/png', extension: '.png' },
  jpeg: { contentType: 'image/jpeg', extension: '.jpg' },
} as const

/** Decodes a fetched tile, to make sure that all its pixels are readable. Throws `UnreadableImageError`. */
export async function examineTile(bytes: Uint8Array, formats: readonly (keyof typeof mediaTypes)[]) {
  const { format, width, height } = await decoded(() => openImage(bytes, mostPixels).metadata())
  const mediaType = formats.includes(format as 'png') ? mediaTypes[format as 'png'] : undefined
  if (!mediaType) throw new UnreadableImageError(`a tile is not ${formats.join(' or ').toUpperCase()}`)
  if (width !== height || !sizes.includes(width))
    throw new UnreadableImageError(`a tile has ${width} x ${height} pixels`)
  await decoded(() => openImage(bytes, mostPixels).raw().toBuffer())
  return { pixels: width, ...mediaType }
}

/** `background`: where a tile is transparent; `kernel`: for a tile of another size, whose pixels are interpolated without it. */
export interface TileScaling {
  background: string
  kernel?: 'nearest'
}

/** The pixels of a tile, RGBA, scaled to `size`. Throws `UnreadableImageError`. */
export const tilePixels = (bytes: Uint8Array, size: number, { background, kernel }: TileScaling): Promise<Buffer> =>
  decoded(() =>
    openImage(bytes, mostPixels)
      .resize({ width: size, height: size, fit: 'fill', kernel })
      .flatten({ background })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer(),
  )

const decoded = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((cause: unknown) => {
    throw UnreadableImageError.from(cause)
  })
