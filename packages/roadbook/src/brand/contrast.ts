/** `#rrggbb` or `#rgb` as red, green and blue from 0 to 255; `null` for anything else. */
export const parseColor = (color: string): [number, number, number] | null => {
  const short = /^#?([\da-f])([\da-f])([\da-f])$/i.exec(color)
  const long = /^#?([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(color)
  const [, r, g, b] = long ?? short?.map((digit) => digit + digit) ?? []
  return r === undefined || g === undefined || b === undefined
    ? null
    : [Number.parseInt(r, 16), Number.parseInt(g, 16), Number.parseInt(b, 16)]
}

const toHex = (channels: readonly number[]): string =>
  `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`

/** Relative luminance, 0 to 1 (WCAG 2.2). */
const luminance = (color: string): number => {
  const linear = (parseColor(color) ?? [0, 0, 0]).map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  const [r = 0, g = 0, b = 0] = linear
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Contrast ratio of two colours, 1 to 21 (WCAG 2.2). */
export const contrast = (one: string, other: string): number => {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

/** A colour between two: `share` 0 gives the first, 1 the second. */
export const mix = (one: string, other: string, share: number): string => {
  const to = parseColor(other) ?? [0, 0, 0]
  return toHex((parseColor(one) ?? [0, 0, 0]).map((channel, index) => channel + ((to[index] ?? 0) - channel) * share))
}

/** The colour, darkened until it has the contrast ratio with a light background. */
export const readableOn = (background: string, color: string, ratio: number): string => {
  for (let share = 0; share < 1; share += 0.04) {
    const darker = mix(color, '#000000', share)
    if (contrast(darker, background) >= ratio) return darker
  }
  return '#000000'
}
