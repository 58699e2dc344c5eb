import { PbfReader, PbfWriter } from 'pbf'
import { readByte, readColumn, requireBytes, writeByte, writeColumn } from './number-column.ts'
import { columnsOf, type Line, pointsOf, type TrackColumns, type TrackPoint } from './track-columns.ts'

/** The letters GBT and the version of the format. A new format gets a new number; old ones stay readable. */
const header = Uint8Array.of(0x47, 0x42, 0x54, 1)

const elevations = { none: 0, all: 1, some: 2 } as const

/**
 * Packs a route into bytes, losslessly; a point without `ele` stays without. Format: header, number of segments, points of each
 * (varints), column of latitudes, column of longitudes, which points have elevation (none, all, or a bitmap, lowest bit first), column
 * of the known elevations.
 */
export const packTrack = (segments: readonly Line[]): Uint8Array<ArrayBuffer> => {
  const lines = segments.map(columnsOf)
  const lats = joined(lines.map(({ lat }) => lat))
  const lons = joined(lines.map(({ lon }) => lon))
  const eles = joined(lines.map(({ ele }) => ele))
  const count = lats.length
  const known = knownIn(eles)
  const writer = new PbfWriter(new Uint8Array(count * 8 + 64))
  for (const byte of header) writeByte(writer, byte)
  writer.writeVarint(segments.length)
  for (const { lat } of lines) writer.writeVarint(lat.length)
  writeColumn(writer, lats)
  writeColumn(writer, lons)
  const presence = known.length === 0 ? elevations.none : known.length === count ? elevations.all : elevations.some
  writeByte(writer, presence)
  if (presence === elevations.some) for (const byte of bitmapOf(eles)) writeByte(writer, byte)
  if (known.length > 0) writeColumn(writer, known)
  return writer.finish().slice()
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

/** The known elevations. `filter` would create an object for each number first. */
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

/** Unpacks the bytes of `packTrack`; throws RangeError for any other bytes. */
export const unpackTrack = (bytes: Uint8Array): TrackPoint[][] => unpackColumns(bytes).map(pointsOf)

/** Like `unpackTrack`, but returns columns. */
export function unpackColumns(bytes: Uint8Array): TrackColumns[] {
  try {
    return read(new PbfReader(bytes))
  } catch (error) {
    throw error instanceof RangeError ? error : new RangeError('These bytes are not a packed track.', { cause: error })
  }
}

function read(reader: PbfReader): TrackColumns[] {
  for (const expected of header) {
    if (readByte(reader) !== expected) throw new RangeError('These bytes are not a packed track of a known version.')
  }
  const segmentCount = reader.readVarint()
  requireBytes(reader, segmentCount)
  const lengths = Array.from({ length: segmentCount }, () => reader.readVarint())
  const count = lengths.reduce((sum, length) => sum + length, 0)
  const lats = readColumn(reader, count)
  const lons = readColumn(reader, count)
  const eles = readElevations(reader, count)
  if (reader.pos < reader.length) throw new RangeError('The packed track has bytes that mean nothing.')
  let end = 0
  return lengths.map((length) => {
    const start = end
    end += length
    return { lat: lats.subarray(start, end), lon: lons.subarray(start, end), ele: eles.subarray(start, end) }
  })
}

function readElevations(reader: PbfReader, count: number): Float64Array {
  const presence = readByte(reader)
  if (presence > elevations.some) throw new RangeError('The packed track has bytes that mean nothing.')
  if (presence === elevations.none) return new Float64Array(count).fill(Number.NaN)
  if (presence === elevations.all) return count === 0 ? new Float64Array() : readColumn(reader, count)
  const size = (count + 7) >> 3
  requireBytes(reader, size)
  const bits = reader.buf.subarray(reader.pos, reader.pos + size)
  reader.pos += size
  const isKnown = (index: number) => (((bits[index >> 3] as number) >> (index & 7)) & 1) === 1
  const eles = new Float64Array(count)
  let knownCount = 0
  for (let index = 0; index < count; index += 1) if (isKnown(index)) knownCount += 1
  const known = knownCount > 0 ? readColumn(reader, knownCount) : new Float64Array()
  let next = 0
  for (let index = 0; index < count; index += 1) eles[index] = isKnown(index) ? (known[next++] as number) : Number.NaN
  return eles
}
