import { byteReader, byteWriter } from './byte-stream.ts'
import { readColumn, writeColumn } from './number-column.ts'
import { columnsOf, type Line, pointsOf, type TrackColumns } from './track-columns.ts'
import type { TrackPoint } from './track-point.ts'

/** The letters GBT and the version of the form. A new form gets a new number; old ones stay readable. */
const header = Uint8Array.of(0x47, 0x42, 0x54, 1)

const elevations = { none: 0, all: 1, some: 2 } as const

/**
 * A route as bytes, lossless: every number comes back with every bit, and a point without `ele` comes back without.
 * Form: header, number of segments, points of each (varints), column of latitudes, column of longitudes, which points
 * have elevation (none, all, or a bitmap, lowest bit first), column of the elevations that there are.
 */
export const packTrack = (segments: readonly Line[]): Uint8Array<ArrayBuffer> => {
  const lines = segments.map(columnsOf)
  const lats = joined(lines.map(({ lat }) => lat))
  const lons = joined(lines.map(({ lon }) => lon))
  const eles = joined(lines.map(({ ele }) => ele))
  const count = lats.length
  const known = knownIn(eles)
  const writer = byteWriter(count * 8)
  writer.bytes(header)
  writer.varint(segments.length)
  for (const { lat } of lines) writer.varint(lat.length)
  writeColumn(writer, lats)
  writeColumn(writer, lons)
  if (known.length === 0) writer.byte(elevations.none)
  else if (known.length === count) writer.byte(elevations.all)
  else {
    writer.byte(elevations.some)
    writer.bytes(bitmapOf(eles))
  }
  if (known.length > 0) writeColumn(writer, known)
  return writer.finish()
}

const joined = (columns: readonly Float64Array[]): Float64Array => {
  const [only] = columns
  if (only && columns.length === 1) return only
  const whole = new Float64Array(columns.reduce((sum, column) => sum + column.length, 0))
  let at = 0
  for (const column of columns) {
    whole.set(column, at)
    at += column.length
  }
  return whole
}

/** The elevations without those that are not known. `filter` would make an object of each number first. */
const knownIn = (eles: Float64Array): Float64Array => {
  const known = new Float64Array(eles.length)
  let count = 0
  for (const ele of eles) if (!Number.isNaN(ele)) known[count++] = ele
  return known.subarray(0, count)
}

/** A bit for each point, set where its elevation is known. */
const bitmapOf = (eles: Float64Array): Uint8Array => {
  const bits = new Uint8Array((eles.length + 7) >> 3)
  for (let index = 0; index < eles.length; index += 1) {
    if (!Number.isNaN(eles[index])) bits[index >> 3] = (bits[index >> 3] as number) | (1 << (index & 7))
  }
  return bits
}

/** The route that `packTrack` packed; throws RangeError for any other bytes. */
export const unpackTrack = (bytes: Uint8Array): TrackPoint[][] => unpackColumns(bytes).map(pointsOf)

/** The same as columns. */
export const unpackColumns = (bytes: Uint8Array): TrackColumns[] => {
  const reader = byteReader(bytes)
  for (const expected of header) {
    if (reader.byte() !== expected) throw new RangeError('These bytes are not a packed track of a known version.')
  }
  const lengths: number[] = []
  const segmentCount = reader.varint()
  if (segmentCount > reader.remaining()) throw new RangeError('The packed track ends too early.')
  for (let segment = 0; segment < segmentCount; segment += 1) lengths.push(reader.varint())
  const count = lengths.reduce((sum, length) => sum + length, 0)
  if (count > reader.remaining()) throw new RangeError('The packed track ends too early.')
  const lats = readColumn(reader, count)
  const lons = readColumn(reader, count)
  const presence = reader.byte()
  const present = presence === elevations.some ? reader.bytes((count + 7) >> 3) : undefined
  const has = (index: number): boolean =>
    present ? (((present[index >> 3] as number) >> (index & 7)) & 1) === 1 : presence === elevations.all
  let withElevation = 0
  for (let index = 0; index < count; index += 1) if (has(index)) withElevation += 1
  const known = withElevation > 0 ? readColumn(reader, withElevation) : new Float64Array()
  if (presence > elevations.some || reader.remaining() > 0) {
    throw new RangeError('The packed track has bytes that mean nothing.')
  }

  const eles = new Float64Array(count)
  let next = 0
  for (let index = 0; index < count; index += 1) eles[index] = has(index) ? (known[next++] as number) : Number.NaN

  let end = 0
  return lengths.map((length) => {
    const start = end
    end += length
    return { lat: lats.subarray(start, end), lon: lons.subarray(start, end), ele: eles.subarray(start, end) }
  })
}
