/** Rings of polygons as positions in the Web Mercator square, whose sides have 2^24 units. */
export interface Rings {
  /** x and y of each point in turn. The last point of a ring is not repeated. */
  points: Int32Array
  /** The first point of each ring; one more entry ends the last. */
  starts: number[]
  /** Width or height of each ring, the larger one. */
  sizes: number[]
  /** The rings that begin a polygon; the others are holes of the polygon before. */
  outer: Set<number>
}

/** Bits of a coordinate: a unit is 2.4 m at the equator. */
export const coordinateBits = 24
const side = 2 ** coordinateBits

const [open, close, minus, dot, zero, nine] = [0x5b, 0x5d, 0x2d, 0x2e, 0x30, 0x39]

/** Depths of brackets in a collection of multipolygons. */
const depths = { collection: 1, polygons: 2, polygon: 3, ring: 4 }

/**
 * Reads a GeoJSON collection of multipolygons, each into its own `Rings`. `JSON.parse` would need 1.2 GB of memory for the world's water; this
 * reads only brackets and numbers, since such a file has no others.
 */
export function scanPolygons(json: Uint8Array): Rings[] {
  const found: Rings[] = []
  let rings: RingBuilder | undefined
  let depth = 0
  let lon = Number.NaN
  for (let at = 0; at < json.length; ) {
    const sign = json[at] as number
    if (sign === open) {
      depth += 1
      if (depth === depths.polygons) rings = new RingBuilder()
      else if (depth === depths.polygon) rings?.beginPolygon()
      else if (depth === depths.ring) rings?.beginRing()
      at += 1
    } else if (sign === close) {
      if (depth === depths.polygons && rings) found.push(rings.finish())
      else if (depth === depths.ring) rings?.endRing()
      depth -= 1
      at += 1
    } else if (sign === minus || (sign >= zero && sign <= nine)) {
      const negative = sign === minus
      let value = 0
      let scale = 0
      for (at += negative ? 1 : 0; ; at += 1) {
        const digit = json[at] as number
        if (digit === dot) scale = 1
        else if (digit >= zero && digit <= nine) {
          value = value * 10 + digit - zero
          scale *= 10
        } else break
      }
      value = (negative ? -value : value) / (scale || 1)
      if (Number.isNaN(lon)) lon = value
      else {
        rings?.add(lon, value)
        lon = Number.NaN
      }
    } else at += 1
  }
  return found
}

/** A position in units of the square; latitudes nearer to the poles than its edge are moved to just outside of it. */
export function mercatorUnits(lon: number, lat: number): [x: number, y: number] {
  const sine = Math.sin((lat * Math.PI) / 180)
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
  return [Math.round((lon / 360 + 0.5) * side), Math.round(Math.min(1.01, Math.max(-0.01, y)) * side)]
}

class RingBuilder {
  #points = new Int32Array(1 << 16)
  #length = 0
  readonly #starts: number[] = []
  readonly #sizes: number[] = []
  readonly #outer = new Set<number>()
  #isOuter = false

  beginPolygon(): void {
    this.#isOuter = true
  }

  beginRing(): void {
    if (this.#isOuter) this.#outer.add(this.#starts.length)
    this.#isOuter = false
    this.#starts.push(this.#length / 2)
  }

  /** GeoJSON repeats the first point. */
  endRing(): void {
    this.#length -= 2
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
    for (let at = 2 * (this.#starts.at(-1) as number); at < this.#length; at += 2) {
      const [x, y] = [this.#points[at] as number, this.#points[at + 1] as number]
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      if (y > bottom) bottom = y
    }
    this.#sizes.push(Math.max(right - left, bottom - top))
  }

  add(lon: number, lat: number): void {
    if (this.#length === this.#points.length) {
      const larger = new Int32Array(this.#points.length * 2)
      larger.set(this.#points)
      this.#points = larger
    }
    const [x, y] = mercatorUnits(lon, lat)
    this.#points[this.#length++] = x
    this.#points[this.#length++] = y
  }

  finish(): Rings {
    this.#starts.push(this.#length / 2)
    return { points: this.#points.slice(0, this.#length), starts: this.#starts, sizes: this.#sizes, outer: this.#outer }
  }
}
