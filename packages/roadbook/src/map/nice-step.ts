/** The largest of 1, 2 and 5 times a power of ten that is at most the given length (> 0). */
export const roundDown = (length: number): number => {
  const power = 10 ** Math.floor(Math.log10(length))
  const lead = length / power
  return power * (lead >= 5 ? 5 : lead >= 2 ? 2 : 1)
}

/** A step of 1, 2 or 5 times a power of ten that divides a span into at most `most` parts. */
export const stepFor = (span: number, most: number): number => {
  const least = span / most
  const power = 10 ** Math.floor(Math.log10(least))
  const lead = least / power
  return power * (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10)
}
