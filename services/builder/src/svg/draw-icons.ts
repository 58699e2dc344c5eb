import { drawSvg } from './draw-svg.ts'
import type { IconLook } from './icon-look.ts'

/** Increment when the same look would be drawn differently; part of the ingredients of icons. */
export const iconRecipe = 1

/**
 * Sizes in pixels; corner radius and font size in units of 1/512 of the size. iOS rounds icons itself. Android masks a maskable icon; a circle
 * of four fifths of its width is always visible.
 */
const shapes = [
  { name: 'apple-touch.png', size: 180, corner: 0, letter: 300 },
  { name: '192.png', size: 192, corner: 96, letter: 300 },
  { name: '512.png', size: 512, corner: 96, letter: 300 },
  { name: 'maskable.png', size: 512, corner: 0, letter: 250 },
]

/** The icons of a brand, PNG. A letter that no font covers is left out. */
export function drawIcons(
  { letter, background, ink }: IconLook,
  { covers, fontFiles }: { covers(codePoint: number): boolean; fontFiles: readonly string[] },
) {
  const shown = [...letter].every((sign) => covers(sign.codePointAt(0) ?? 0)) ? letter : ''
  return shapes.map(({ name, size, corner, letter: height }) => {
    const text = `<text x="256" y="${256 + height * 0.357}" text-anchor="middle" font-family="Noto Sans" font-weight="700" font-size="${height}" fill="${ink}">${shown}</text>`
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" rx="${corner}" fill="${background}"/>${text}</svg>`
    return { name, png: drawSvg(svg, { width: size, height: size }, fontFiles).png }
  })
}
