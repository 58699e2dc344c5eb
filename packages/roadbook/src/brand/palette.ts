import type { Brand } from '../document.ts'
import { contrast, mix, parseColor, readableOn } from './contrast.ts'

/** Background of the maps. Not white, so that white casings and halos are visible. */
export const mapBackground = '#f4f2ec'
const ink = '#1f2529'
/** Slate blue, for a brand without a valid colour. */
const neutral = '#2f5d73'

const known = (color: string, otherwise: string): string => (parseColor(color) ? mix(color, color, 0) : otherwise)

/** All colours of a book, derived from the brand. The contrast of texts is at least 4.5:1, that of lines 3:1. */
export const paletteOf = (brand: Pick<Brand, 'primaryColor' | 'secondaryColor'>) => {
  const primary = known(brand.primaryColor, neutral)
  const accent = readableOn(mapBackground, primary, 4.5)
  const wished = readableOn(mapBackground, known(brand.secondaryColor, '#b3541e'), 3)
  const second = contrast(wished, accent) >= 1.6 ? wished : readableOn(mapBackground, mix(accent, '#e8912d', 0.7), 3)
  return {
    /** Backgrounds in the brand's colour, and the text colour with the best contrast on them. */
    primary,
    onPrimary: ['#ffffff', ink].find((color) => contrast(color, primary) >= 4.5) ?? '#000000',
    /** The brand's colour for texts and lines on white. */
    accent,
    /** Distinct colours for lines on a map. */
    lines: [accent, second, '#1f5fa8', '#8a3ea6'],
    /** A tint of the brand for boxes with text in `ink`. */
    tint: mix('#ffffff', primary, 0.09),
    ink,
    muted: '#5b646b',
    rule: '#cfd4d8',
  }
}

export type Palette = ReturnType<typeof paletteOf>

/** The background for a logo: white, or the brand's colour if its contrast is higher. */
export const logoBackground = (color: string | null, { primary }: Pick<Palette, 'primary'>): string =>
  color !== null && contrast(color, primary) > contrast(color, '#ffffff') ? primary : '#ffffff'

/** The colour of a route by its index in the stage, the same on the map and in the text. */
export const lineColor = ({ lines }: Palette, index: number): string => lines[index % lines.length] as string

/** Stages on the overview alternate between two colours. */
export const stageColor = ({ lines }: Palette, index: number): string => lines[index % 2] as string
