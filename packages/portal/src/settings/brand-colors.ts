/** A colour as the service accepts it; any other one while somebody types is shown as grey. */
export const shownColor = (color: string): string => (/^#[0-9a-f]{6}$/i.test(color) ? color : '#888888')

/** White or black, whichever is legible on the colour (WCAG 2.2, 1.4.3). The service chooses in the same way. */
export const textOn = (color: string): '#ffffff' | '#111111' =>
  1.05 / (luminance(color) + 0.05) >= 4.5 ? '#ffffff' : '#111111'

/** Relative luminance, 0 to 1 (WCAG 2.2, "relative luminance"). */
function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
