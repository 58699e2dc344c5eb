import { Resvg } from '@resvg/resvg-js'

export interface Box {
  width: number
  height: number
}

export interface DrawnSvg {
  png: Uint8Array
  isBlank: boolean
}

/**
 * Draws an SVG as large as it fits into the box (pixels), on a transparent background. Uses only the given font files, not the machine's.
 * Throws the library's errors. Some files crash the library, so call this in a render worker only.
 */
export function drawSvg(svg: string, box: Box, fontFiles: readonly string[]): DrawnSvg {
  const font = {
    loadSystemFonts: false,
    fontFiles: [...fontFiles],
    defaultFontFamily: 'Noto Sans',
    sansSerifFamily: 'Noto Sans',
  }
  const { width, height } = new Resvg(svg, { font, logLevel: 'off' })
  const isWide = width / height > box.width / box.height
  const fitTo = isWide
    ? ({ mode: 'width', value: box.width } as const)
    : ({ mode: 'height', value: box.height } as const)
  const image = new Resvg(svg, { font, fitTo, logLevel: 'off' }).render()
  const isBlank = !image.pixels.some((value, at) => at % 4 === 3 && value > 0)
  return { png: image.asPng(), isBlank }
}
