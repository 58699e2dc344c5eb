/** A brand's colours, as they may be used: whatever an operator chose, text stays legible. */
export interface Palette {
  /** Ground of the page's head. */
  brand: string
  /** Text on it. */
  onBrand: string
  /** Links and marks on white. */
  accent: string
  /** The same on a dark page. */
  accentOnDark: string
}

/** Contrast that text needs (WCAG 2.2, 1.4.3). */
const legible = 4.5
const neutral = '#1f4e5f'

export function paletteOf(primaryColor: string | null): Palette {
  const brand = primaryColor !== null && /^#[0-9a-f]{6}$/i.test(primaryColor) ? primaryColor.toLowerCase() : neutral
  // On any colour white or black can be read; the softer black where it suffices.
  const onBrand = ['#ffffff', '#111111'].find((text) => contrast(brand, text) >= legible) ?? '#000000'
  return { brand, onBrand, accent: darkened(brand), accentOnDark: lightened(brand) }
}

/** The colour, darker in small steps until it can be read on white. */
function darkened(color: string): string {
  for (let share = 1; share > 0; share -= 0.05) {
    const darker = hexOf(channelsOf(color).map((channel) => channel * share))
    if (contrast(darker, '#ffffff') >= legible) return darker
  }
  return '#000000'
}

/** The colour, lighter in small steps until it can be read on the sheets of a dark page. */
function lightened(color: string): string {
  for (let share = 0; share < 1; share += 0.05) {
    const lighter = hexOf(channelsOf(color).map((channel) => channel + (255 - channel) * share))
    if (contrast(lighter, '#1d2023') >= legible) return lighter
  }
  return '#ffffff'
}

/** Contrast ratio of two colours, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Relative luminance, 0 to 1 (WCAG 2.2, "relative luminance"). */
function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = channelsOf(color).map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

const channelsOf = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

const hexOf = (channels: readonly number[]): string =>
  `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`
