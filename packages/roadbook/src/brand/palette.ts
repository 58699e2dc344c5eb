import type { Brand } from '../document.ts'
import { contrast, mix, parseColor, readableOn } from './contrast.ts'

/** Background of the maps. Not white, so that white casings and halos are visible. */
export const mapBackground = '#f4f2ec'
const ink = '#1f2529'
/** Slate blue, for a brand without a valid colour. */
const neutral = '#2f5d73'

/** All colours of a book, derived from the brand. The contrast of texts is at least 4.5:1, that of lines 3:1. */
export interface Palette {
  /** Backgrounds in the brand's colour, and the text colour with the best contrast on them. */
  primary: string
  onPrimary: string
  /** The brand's colour for texts and lines on white. */
  accent: string
  /** Distinct colours for lines on a map; the first is the accent. */
  lines: readonly [string, string, ...string[]]
  /** A tint of the brand for boxes with text in `ink`. */
  tint: string
  ink: string
  muted: string
  rule: string
}

const known = (color: string, otherwise: string): string => (parseColor(color) ? mix(color, color, 0) : otherwise)

export const paletteOf = (brand: Pick<Brand, 'primaryColor' | 'secondaryColor'>): Palette => {
  const primary = known(brand.primaryColor, neutral)
  const accent = readableOn(mapBackground, primary, 4.5)
  const wished = readableOn(mapBackground, known(brand.secondaryColor, '#b3541e'), 3)
  const second = contrast(wished, accent) >= 1.6 ? wished : readableOn(mapBackground, mix(accent, '#e8912d', 0.7), 3)
  return {
    primary,
    onPrimary: ['#ffffff', ink].find((color) => contrast(color, primary) >= 4.5) ?? '#000000',
    accent,
    lines: [accent, second, '#1f5fa8', '#8a3ea6'],
    tint: mix('#ffffff', primary, 0.09),
    ink,
    muted: '#5b646b',
    rule: '#cfd4d8',
  }
}

/** The background for a logo: white, or the brand's colour if its contrast is higher. */
export const logoBackground = (color: string | null, { primary }: Pick<Palette, 'primary'>): string =>
  color !== null && contrast(color, primary) > contrast(color, '#ffffff') ? primary : '#ffffff'

/** The colour of a route by its index in the stage, the same on the map and in the text. */
export const lineColor = ({ lines }: Palette, index: number): string => lines[index % lines.length] ?? lines[0]

/** Stages on the overview alternate between two colours. */
export const stageColor = ({ lines }: Palette, index: number): string => lines[index % 2] ?? lines[0]
