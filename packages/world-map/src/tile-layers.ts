import { PbfWriter } from 'pbf'
import { extent } from './cut.ts'

export type Value = string | number

/** A feature in the units of a tile: rings of polygons (outer rings clockwise on the screen, holes counter-clockwise), lines, or one point. */
export interface TileFeature {
  type: 'point' | 'line' | 'polygon'
  parts: readonly (readonly number[])[]
  properties: Readonly<Record<string, Value>>
}

const types = { point: 1, line: 2, polygon: 3 }
const [moveTo, lineTo, closePath] = [1, 2, 7]

/** A Mapbox Vector Tile 2.1 with these layers. */
export function encodeTile(layers: Readonly<Record<string, readonly TileFeature[]>>): Uint8Array {
  const tile = new PbfWriter()
  for (const [name, features] of Object.entries(layers)) {
    if (features.length > 0) tile.writeMessage(3, writeLayer, { name, features })
  }
  return tile.finish()
}

function writeLayer({ name, features }: { name: string; features: readonly TileFeature[] }, pbf: PbfWriter): void {
  const keys = new Map<string, number>()
  const values = new Map<Value, number>()
  pbf.writeVarintField(15, 2)
  pbf.writeStringField(1, name)
  for (const { type, parts, properties } of features) {
    const tags = Object.entries(properties).flatMap(([key, value]) => [indexOf(keys, key), indexOf(values, value)])
    pbf.writeMessage(2, writeFeature, { tags, type: types[type], geometry: geometryOf(type, parts) })
  }
  for (const key of keys.keys()) pbf.writeStringField(3, key)
  for (const value of values.keys()) pbf.writeMessage(4, writeValue, value)
  pbf.writeVarintField(5, extent)
}

function writeFeature(feature: { tags: number[]; type: number; geometry: number[] }, pbf: PbfWriter): void {
  pbf.writePackedVarint(2, feature.tags)
  pbf.writeVarintField(3, feature.type)
  pbf.writePackedVarint(4, feature.geometry)
}

const writeValue = (value: Value, pbf: PbfWriter): void =>
  typeof value === 'string' ? pbf.writeStringField(1, value) : pbf.writeVarintField(5, value)

function indexOf<T>(table: Map<T, number>, entry: T): number {
  const known = table.get(entry)
  if (known !== undefined) return known
  table.set(entry, table.size)
  return table.size - 1
}

const zigzag = (value: number): number => (value << 1) ^ (value >> 31)
const command = (id: number, count: number): number => (count << 3) | id

function geometryOf(type: TileFeature['type'], parts: TileFeature['parts']): number[] {
  const written: number[] = []
  let [x, y] = [0, 0]
  for (const part of parts) {
    written.push(command(moveTo, 1))
    for (let at = 0; at < part.length; at += 2) {
      if (at === 2) written.push(command(lineTo, part.length / 2 - 1))
      const [toX, toY] = [part[at] as number, part[at + 1] as number]
      written.push(zigzag(toX - x), zigzag(toY - y))
      x = toX
      y = toY
    }
    if (type === 'polygon') written.push(command(closePath, 1))
  }
  return written
}
