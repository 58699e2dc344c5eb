import { openImage } from '../image/decoder.ts'
import { UnreadableImageError } from '../image/unreadable-image-error.ts'

/** Tiles come in these sizes; whatever has more is refused before it is decoded. */
const sizes = [256, 512]
const mostPixels = 512 * 512

const mediaTypes = {
  png: { contentType: 'image/png', extension: '.png' },
  jpeg: { contentType: 'image/jpeg', extension: '.jpg' },
} as const

export interface TileForm {
  /** Width and height. */
  pixels: number
  contentType: string
  extension: string
}

/** Decodes a tile as it came, to know that every pixel of it can be had. Throws `UnreadableImageError`. */
export async function examineTile(bytes: Uint8Array, formats: readonly (keyof typeof mediaTypes)[]): Promise<TileForm> {
  const { format, width, height } = await decoded(() => openImage(bytes, mostPixels).metadata())
  const mediaType = formats.includes(format as 'png') ? mediaTypes[format as 'png'] : undefined
  if (!mediaType) throw new UnreadableImageError(`a tile is no ${formats.join(' or ').toUpperCase()}`)
  if (width !== height || !sizes.includes(width)) throw new UnreadableImageError(`a tile has ${width} x ${height} pixels`)
  await decoded(() => openImage(bytes, mostPixels).raw().toBuffer())
  return { pixels: width, ...mediaType }
}

/**
 * The pixels of a tile, three bytes each, on a ground where it is transparent; a tile of another size is made as large as the others. Throws
 * `UnreadableImageError`.
 */
export const tilePixels = (bytes: Uint8Array, size: number, ground: string): Promise<Buffer> =>
  decoded(() =>
    openImage(bytes, mostPixels)
      .resize({ width: size, height: size, fit: 'fill' })
      .flatten({ background: ground })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer(),
  )

const decoded = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((cause: unknown) => {
    throw UnreadableImageError.from(cause)
  })
