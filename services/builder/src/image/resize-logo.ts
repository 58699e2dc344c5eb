import { openImage } from './decoder.ts'
import { UnreadableImageError } from './unreadable-image-error.ts'

/** Pixels. Sharp in the book (at most 50 x 20 mm) and on the page (48 pixels high). */
export const largestLogo = { width: 800, height: 320 }
/** No logo needs more pixels, and decoding them takes memory. */
const mostPixels = 16_000_000

/** Resizes a logo for book and page to a PNG; keeps transparency, never enlarges. Throws `UnreadableImageError`. */
export async function resizeLogo(source: Uint8Array) {
  try {
    const resized = openImage(source, mostPixels)
      .resize({ ...largestLogo, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .ensureAlpha()
    const [{ data, info }, bytes] = await Promise.all([
      resized.clone().raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true }),
      resized.clone().png({ compressionLevel: 9 }).toBuffer(),
    ])
    return { bytes: bytes as Uint8Array, width: info.width, height: info.height, color: visibleColor(data) }
  } catch (cause) {
    throw UnreadableImageError.from(cause, 'PNG, JPEG nor SVG')
  }
}

/** Mean colour of RGBA pixels, weighted by alpha; null if all are transparent, or all opaque: such a logo has its own background. */
function visibleColor(pixels: Uint8Array): string | null {
  const sums = [0, 0, 0]
  let visible = 0
  let isOpaque = true
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = pixels[at + 3] as number
    if (alpha < 255) isOpaque = false
    visible += alpha
    for (const channel of [0, 1, 2])
      sums[channel] = (sums[channel] as number) + (pixels[at + channel] as number) * alpha
  }
  if (isOpaque || visible === 0) return null
  return `#${sums
    .map((sum) =>
      Math.round(sum / visible)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}
