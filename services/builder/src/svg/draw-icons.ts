import { drawSvg } from './draw-svg.ts'
import type { IconLook } from './icon-look.ts'

/** Rises when the same look would come out differently: icons are kept by it. */
export const iconRecipe = 1

export interface DrawnIcon {
  name: string
  png: Uint8Array
}

interface Shape {
  name: string
  /** Pixels. */
  size: number
  /** Of 512: how round its corners are, and how high its letter. */
  corner: number
  letter: number
}

/**
 * iOS rounds what it is given itself. Android shows an icon as it is, or cuts a maskable one to a form of its own, of which a
 * circle of four fifths of its width is always left.
 */
const shapes: readonly Shape[] = [
  { name: 'apple-touch.png', size: 180, corner: 0, letter: 300 },
  { name: '192.png', size: 192, corner: 96, letter: 300 },
  { name: '512.png', size: 512, corner: 96, letter: 300 },
  { name: 'maskable.png', size: 512, corner: 0, letter: 250 },
]

export interface IconFonts {
  covers(codePoint: number): boolean
  fontFiles: readonly string[]
}

/** The icons of a brand, PNG. A letter that no font has is left out. */
export function drawIcons({ letter, ground, ink }: IconLook, { covers, fontFiles }: IconFonts): DrawnIcon[] {
  const shown = [...letter].every((sign) => covers(sign.codePointAt(0) ?? 0)) ? letter : ''
  return shapes.map(({ name, size, corner, letter: height }) => {
    const text = `<text x="256" y="${256 + height * 0.357}" text-anchor="middle" font-family="Noto Sans" font-weight="700" font-size="${height}" fill="${ink}">${shown}</text>`
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" rx="${corner}" fill="${ground}"/>${text}</svg>`
    return { name, png: drawSvg(svg, { width: size, height: size }, fontFiles).png }
  })
}
