/** A brand's colours, adapted so that text stays legible. */
export interface Palette {
  /** Background of the page's head. */
  brand: string
  /** Text on the brand's colour. */
  onBrand: string
  /** Background of buttons, and the text on it. */
  button: string
  onButton: string
  /** Links and marks on white. */
  accent: string
  /** Links and marks on a dark page. */
  accentOnDark: string
}

/** Contrast that text needs (WCAG 2.2, 1.4.3); and what it needs outdoors, in the sun or with rain on the screen (1.4.6). */
const legible = 4.5
const legibleOutdoors = 7
const neutral = '#1f4e5f'

export function paletteOf(primaryColor: string | null): Palette {
  const brand = primaryColor !== null && /^#[0-9a-f]{6}$/i.test(primaryColor) ? primaryColor.toLowerCase() : neutral
  // White or black is legible on any colour; the softer black where it suffices.
  const onBrand = ['#ffffff', '#111111'].find((text) => contrast(brand, text) >= legible) ?? '#000000'
  return {
    brand,
    onBrand,
    ...buttonOf(brand),
    accent: legibleOn('#ffffff', brand, 0),
    accentOnDark: legibleOn('#1d2023', brand, 255),
  }
}

/** The brand's colour with black where that is legible outdoors; else it is darkened for white. */
function buttonOf(brand: string): Pick<Palette, 'button' | 'onButton'> {
  if (contrast(brand, '#111111') >= legibleOutdoors) return { button: brand, onButton: '#111111' }
  return { button: legibleOn('#ffffff', brand, 0), onButton: '#ffffff' }
}

/** The colour, in small steps darker (`end` 0) or lighter (`end` 255) until it is legible on the background. */
function legibleOn(background: string, color: string, end: 0 | 255): string {
  for (let share = 0; share < 1; share += 0.05) {
    const shade = hexOf(channelsOf(color).map((channel) => channel + (end - channel) * share))
    if (contrast(shade, background) >= legibleOutdoors) return shade
  }
  return hexOf([end, end, end])
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
