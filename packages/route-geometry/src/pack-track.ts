import { byteReader, byteWriter } from './byte-stream.ts'
import { readColumn, writeColumn } from './number-column.ts'
import type { Segments, TrackPoint } from './track-point.ts'

/** The letters GBT and the version of the form. A new form gets a new number; old ones stay readable. */
const header = Uint8Array.of(0x47, 0x42, 0x54, 1)

const elevations = { none: 0, all: 1, some: 2 } as const

/**
 * A route as bytes, lossless: every number comes back with every bit, and a point without `ele` comes back without.
 * Form: header, number of segments, points of each (varints), column of latitudes, column of longitudes, which points
 * have elevation (none, all, or a bitmap, lowest bit first), column of the elevations that there are.
 */
export const packTrack = (segments: Segments): Uint8Array<ArrayBuffer> => {
  const count = segments.reduce((sum, points) => sum + points.length, 0)
  const lats = new Float64Array(count)
  const lons = new Float64Array(count)
  const eles = new Float64Array(count)
  const present = new Uint8Array((count + 7) >> 3)
  let index = 0
  let withElevation = 0
  for (const points of segments) {
    for (const { lat, lon, ele } of points) {
      lats[index] = lat
      lons[index] = lon
      if (ele !== undefined) {
        eles[withElevation++] = ele
        present[index >> 3] = (present[index >> 3] as number) | (1 << (index & 7))
      }
      index += 1
    }
  }
  const writer = byteWriter(count * 8)
  writer.bytes(header)
  writer.varint(segments.length)
  for (const points of segments) writer.varint(points.length)
  writeColumn(writer, lats)
  writeColumn(writer, lons)
  if (withElevation === 0) writer.byte(elevations.none)
  else if (withElevation === count) writer.byte(elevations.all)
  else {
    writer.byte(elevations.some)
    writer.bytes(present)
  }
  if (withElevation > 0) writeColumn(writer, eles.subarray(0, withElevation))
  return writer.finish()
}

/** The route that `packTrack` packed; throws RangeError for any other bytes. */
export const unpackTrack = (bytes: Uint8Array): TrackPoint[][] => {
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
  const eles = withElevation > 0 ? readColumn(reader, withElevation) : new Float64Array()
  if (presence > elevations.some || reader.remaining() > 0) {
    throw new RangeError('The packed track has bytes that mean nothing.')
  }

  let index = 0
  let nextElevation = 0
  return lengths.map((length) => {
    const points = new Array<TrackPoint>(length)
    for (let at = 0; at < length; at += 1, index += 1) {
      const lat = lats[index] as number
      const lon = lons[index] as number
      points[at] = has(index) ? { lat, lon, ele: eles[nextElevation++] as number } : { lat, lon }
    }
    return points
  })
}
