import { cutIntoTiles, extent } from './cut.ts'
import { coordinateBits, type Rings } from './scan-polygons.ts'
import { simplify, simplifyRing } from './simplify.ts'
import type { TileFeature } from './tile-layers.ts'

/** Lines of positions in the Mercator square, x and y in turn, in the units of `Rings`. */
export type Lines = readonly (readonly number[])[]

/** Units of a tile, except at the highest zoom: the data has no more detail. Of a tile printed 9 cm wide, a unit is 0.02 mm. */
const tolerance = 2
/** Rings that are smaller in both directions are left out. */
const smallest = 6
const smallestDetailed = 2

/** The parts of shapes in each tile of a zoom, by the tile's number: row times tiles around the earth plus column. */
export class ZoomTiles {
  /** Tiles around the earth. */
  readonly around: number
  /** Units of the zoom in a unit of the shapes. */
  readonly #scale: number
  readonly #isDetailed: boolean

  constructor(zoom: number, highest: number) {
    this.around = 2 ** zoom
    this.#scale = (this.around * extent) / 2 ** coordinateBits
    this.#isDetailed = zoom === highest
  }

  polygons({ points, starts, sizes, outer }: Rings): Map<number, number[][]> {
    const tiles = new Map<number, number[][]>()
    const least = (this.#isDetailed ? smallestDetailed : smallest) / this.#scale
    // A hole without its polygon would be taken for a polygon.
    let isDropped = false
    for (let ring = 0; ring < sizes.length; ring++) {
      const isOuter = outer.has(ring)
      const isTooSmall = (sizes[ring] as number) < least
      if (isOuter) isDropped = isTooSmall
      if (isDropped || isTooSmall) continue
      const shape = this.#scaled(points.subarray(2 * (starts[ring] as number), 2 * (starts[ring + 1] as number)))
      const simple = this.#isDetailed ? shape : simplifyRing(shape, tolerance)
      cutIntoTiles(simple, 'ring', this.around, (x, y, [part = []]) => {
        const oriented = orient(part, isOuter)
        if (oriented) push(tiles, y * this.around + x, oriented)
      })
    }
    return tiles
  }

  lines(lines: Lines): Map<number, number[][]> {
    const tiles = new Map<number, number[][]>()
    for (const line of lines) {
      const shape = this.#scaled(line)
      const simple = this.#isDetailed ? shape : simplify(shape, tolerance)
      cutIntoTiles(simple, 'line', this.around, (x, y, parts) => {
        for (const part of parts) push(tiles, y * this.around + x, part)
      })
    }
    return tiles
  }

  points<T extends { at: readonly [number, number]; properties: TileFeature['properties'] }>(
    points: readonly T[],
  ): Map<number, TileFeature[]> {
    const tiles = new Map<number, TileFeature[]>()
    for (const { at, properties } of points) {
      const [x, y] = this.#scaled(at) as [number, number]
      const [column, row] = [Math.floor(x / extent), Math.floor(y / extent)]
      const part = [x - column * extent, y - row * extent]
      push(tiles, row * this.around + column, { type: 'point', parts: [part], properties })
    }
    return tiles
  }

  /** In units of the zoom, without points that are equal to the one before. */
  #scaled(points: ArrayLike<number>): number[] {
    const scale = this.#scale
    const scaled: number[] = []
    let [lastX, lastY] = [Number.NaN, Number.NaN]
    for (let at = 0; at < points.length; at += 2) {
      const x = Math.round((points[at] as number) * scale)
      const y = Math.round((points[at + 1] as number) * scale)
      if (x !== lastX || y !== lastY) scaled.push(x, y)
      lastX = x
      lastY = y
    }
    return scaled
  }
}

function push<T>(tiles: Map<number, T[]>, tile: number, part: T): void {
  const parts = tiles.get(tile)
  if (parts) parts.push(part)
  else tiles.set(tile, [part])
}

/** With the direction that vector tiles require, rounded; null without area. */
function orient(ring: number[], isOuter: boolean): number[] | null {
  let area = 0
  let fromX = ring.at(-2) ?? 0
  let fromY = ring.at(-1) ?? 0
  for (let at = 0; at < ring.length; at += 2) {
    const x = ring[at] as number
    const y = ring[at + 1] as number
    area += fromX * y - x * fromY
    fromX = x
    fromY = y
  }
  if (area === 0) return null
  if (area > 0 === isOuter) return ring
  const reversed: number[] = []
  for (let at = ring.length - 2; at >= 0; at -= 2) reversed.push(ring[at] as number, ring[at + 1] as number)
  return reversed
}
