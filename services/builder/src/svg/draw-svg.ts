import { Resvg } from '@resvg/resvg-js'

/**
 * Draws an SVG as large as it fits into the box (pixels), on a transparent background. Uses only the given font files, not the machine's.
 * Throws the library's errors. Some files crash the library, so call this in a render worker only.
 */
export function drawSvg(svg: string, box: { width: number; height: number }, fontFiles: readonly string[]) {
  const font = {
    loadSystemFonts: false,
    fontFiles: [...fontFiles],
    defaultFontFamily: 'Noto Sans',
    sansSerifFamily: 'Noto Sans',
  }
  // The size does not depend on fonts, and reading them takes longer than everything else.
  const { width, height } = new Resvg(svg, { font: { loadSystemFonts: false }, logLevel: 'off' })
  const mode = width / height > box.width / box.height ? 'width' : 'height'
  const image = new Resvg(svg, { font, fitTo: { mode, value: box[mode] }, logLevel: 'off' }).render()
  const isBlank = !image.pixels.some((value, at) => at % 4 === 3 && value > 0)
  return { png: image.asPng() as Uint8Array, isBlank }
}
