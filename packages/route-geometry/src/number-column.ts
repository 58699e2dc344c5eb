import type { ByteReader, ByteWriter } from './byte-stream.ts'

const mostDecimals = 12
/** Differences of two such numbers, doubled for the sign, stay whole numbers below 2^53. */
const largestScaled = 2 ** 50
const raw = 255

/** Index of the first value from `from` on that is not exactly `whole number / factor`, or the count when all are. */
const firstMisfit = (values: Float64Array, factor: number, from: number): number => {
  for (let index = from; index < values.length; index += 1) {
    const value = values[index] as number
    const scaled = Math.round(value * factor)
    const fits = scaled / factor === value && Math.abs(scaled) <= largestScaled && !Object.is(value, -0)
    if (!fits) return index
  }
  return values.length
}

const isWithin = (values: Float64Array, limit: number): boolean => {
  for (const value of values) if (Math.abs(value) > limit) return false
  return true
}

/**
 * Fewest decimals with which every value can be written exactly, or undefined. A value that fits some decimals fits
 * more of them too as long as it stays small enough: scaling errs by a quarter at most, which rounding undoes.
 */
const decimalsOf = (values: Float64Array): number | undefined => {
  let from = 0
  for (let decimals = 0; decimals <= mostDecimals; decimals += 1) {
    from = firstMisfit(values, 10 ** decimals, from)
    if (from === values.length) return isWithin(values, largestScaled / 10 ** decimals) ? decimals : undefined
  }
  return undefined
}

/**
 * Writes numbers so that every bit comes back. A decimal of up to 12 places is the double nearest to a whole number
 * over a power of ten, and IEEE 754 division gives exactly that double: so such columns become differences of whole
 * numbers, mostly two bytes each. Each value is tried before; one that does not fit (an odd bit, -0, a huge exponent)
 * makes the whole column raw.
 */
export const writeColumn = (writer: ByteWriter, values: Float64Array): void => {
  const decimals = decimalsOf(values)
  if (decimals === undefined) {
    writer.byte(raw)
    for (const value of values) writer.float64(value)
    return
  }
  writer.byte(decimals)
  const factor = 10 ** decimals
  let before = 0
  for (let index = 0; index < values.length; index += 1) {
    const scaled = Math.round((values[index] as number) * factor)
    const difference = scaled - before
    before = scaled
    writer.varint(difference >= 0 ? difference * 2 : -difference * 2 - 1)
  }
}

/** Reads a column of a known number of values; throws RangeError when the bytes can't be one. */
export const readColumn = (reader: ByteReader, count: number): Float64Array => {
  const mode = reader.byte()
  if (mode !== raw && mode > mostDecimals) throw new RangeError('The packed track has an unknown column form.')
  if (reader.remaining() < count * (mode === raw ? 8 : 1)) throw new RangeError('The packed track ends too early.')
  const values = new Float64Array(count)
  if (mode === raw) {
    for (let index = 0; index < count; index += 1) values[index] = reader.float64()
    return values
  }
  const factor = 10 ** mode
  let scaled = 0
  for (let index = 0; index < count; index += 1) {
    const folded = reader.varint()
    scaled += folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2
    values[index] = scaled / factor
  }
  return values
}
