import type { Brand } from '../document.ts'
import { contrast, mix, parseColor, readableOn } from './contrast.ts'

/** Ground of the maps: warm paper, so that white casings and labels show on it. */
export const mapGround = '#f4f2ec'
const ink = '#1f2529'
/** Slate blue, for an account that has set no (valid) colour. */
const neutral = '#2f5d73'

/** Every colour of a book, derived from the brand so that all text keeps at least 4.5:1 and all lines 3:1. */
export interface Palette {
  /** Grounds in the brand's own colour, and the text colour that reads best on it. */
  primary: string
  onPrimary: string
  /** The brand's colour as text and as line on white. */
  accent: string
  /** Colours of neighbouring lines on a map, kept apart from one another; the first is the accent. */
  lines: readonly [string, string, ...string[]]
  /** A tint of the brand for boxes; `ink` reads on it. */
  tint: string
  ink: string
  muted: string
  rule: string
}

const known = (color: string, otherwise: string): string => (parseColor(color) ? mix(color, color, 0) : otherwise)

export const paletteOf = (brand: Pick<Brand, 'primaryColor' | 'secondaryColor'>): Palette => {
  const primary = known(brand.primaryColor, neutral)
  const accent = readableOn(mapGround, primary, 4.5)
  const wished = readableOn(mapGround, known(brand.secondaryColor, '#b3541e'), 3)
  const second = contrast(wished, accent) >= 1.6 ? wished : readableOn(mapGround, mix(accent, '#e8912d', 0.7), 3)
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

/** The ground on which a logo stands out: white, or the brand's own colour where that contrasts more. */
export const logoGround = (color: string | null, { primary }: Pick<Palette, 'primary'>): string =>
  color !== null && contrast(color, primary) > contrast(color, '#ffffff') ? primary : '#ffffff'

/** The colour of the route at this place of its stage, the same on the map and in the text. */
export const lineColor = ({ lines }: Palette, index: number): string => lines[index % lines.length] ?? lines[0]

/** Stages on the overview alternate between two colours only: neighbours differ, and the map stays calm. */
export const stageColor = ({ lines }: Palette, index: number): string => lines[index % 2] ?? lines[0]
