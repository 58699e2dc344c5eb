import type { PbfReader, PbfWriter } from 'pbf'

const mostDecimals = 12
/** Differences of two such numbers, doubled for the sign, stay whole numbers below 2^53. */
const largestScaled = 2 ** 50
const raw = 255

export function writeByte(writer: PbfWriter, value: number): void {
  writer.realloc(1)
  writer.buf[writer.pos++] = value
}

/** Throws RangeError unless `count` bytes are left. */
export function requireBytes({ pos, length }: PbfReader, count: number): void {
  if (pos + count > length) throw new RangeError('The packed track ends too early.')
}

export function readByte(reader: PbfReader): number {
  requireBytes(reader, 1)
  return reader.buf[reader.pos++] as number
}

/** Index of the first value from `from` on that is not exactly `whole number / factor`; the count when all are. */
function firstMisfit(values: Float64Array, factor: number, from: number): number {
  for (let index = from; index < values.length; index += 1) {
    const value = values[index] as number
    const scaled = Math.round(value * factor)
    const fits = scaled / factor === value && Math.abs(scaled) <= largestScaled && !Object.is(value, -0)
    if (!fits) return index
  }
  return values.length
}

function isWithin(values: Float64Array, limit: number): boolean {
  for (const value of values) if (Math.abs(value) > limit) return false
  return true
}

/**
 * Fewest decimals with which every value can be written exactly, or undefined. A value that fits some decimals fits more of them too
 * as long as it stays small enough: scaling errs by a quarter at most, which rounding undoes.
 */
function decimalsOf(values: Float64Array): number | undefined {
  let from = 0
  for (let decimals = 0; decimals <= mostDecimals; decimals += 1) {
    from = firstMisfit(values, 10 ** decimals, from)
    if (from === values.length) return isWithin(values, largestScaled / 10 ** decimals) ? decimals : undefined
  }
  return undefined
}

/**
 * Writes numbers losslessly. A decimal of up to 12 places is the double nearest to a whole number over a power of ten, and IEEE 754
 * division gives exactly that double. Such columns become differences of whole numbers, mostly two bytes each. Each value is checked
 * before; one that does not fit (an odd bit, -0, a huge exponent) makes the whole column raw.
 */
export function writeColumn(writer: PbfWriter, values: Float64Array): void {
  const decimals = decimalsOf(values)
  writeByte(writer, decimals ?? raw)
  if (decimals === undefined) {
    for (const value of values) writer.writeDouble(value)
    return
  }
  const factor = 10 ** decimals
  let before = 0
  for (const value of values) {
    const scaled = Math.round(value * factor)
    writer.writeSVarint(scaled - before)
    before = scaled
  }
}

/** Reads a column of a given number of values. Throws when the bytes are not a column. */
export function readColumn(reader: PbfReader, count: number): Float64Array {
  const mode = readByte(reader)
  if (mode !== raw && mode > mostDecimals) throw new RangeError('The packed track has an unknown column form.')
  requireBytes(reader, count * (mode === raw ? 8 : 1))
  const values = new Float64Array(count)
  const factor = 10 ** mode
  let scaled = 0
  for (let index = 0; index < count; index += 1) {
    if (mode !== raw) scaled += reader.readSVarint()
    values[index] = mode === raw ? reader.readDouble() : scaled / factor
  }
  requireBytes(reader, 0)
  return values
}
