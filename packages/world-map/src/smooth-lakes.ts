import type { Rings } from './scan-polygons.ts'

/** The data has about one point each 1.5 km: smaller lakes are triangles. */
const fewestPoints = 6
/** In units of `Rings`: 4 km at the equator. */
const smallest = 1_700

/** The lakes that the data shows well enough, with rounded corners: it has straight lines where there are none. */
export function smoothLakes({ points, starts, sizes, outer }: Rings): Rings {
  const smooth: number[] = []
  const kept: Omit<Rings, 'points'> = { starts: [0], sizes: [], outer: new Set() }
  let isDropped = false
  for (let ring = 0; ring < sizes.length; ring++) {
    const [from, until] = [starts[ring] as number, starts[ring + 1] as number]
    const isTooSmall = until - from < fewestPoints || (sizes[ring] as number) < smallest
    if (outer.has(ring)) isDropped = isTooSmall
    if (isDropped || isTooSmall) continue
    if (outer.has(ring)) kept.outer.add(kept.sizes.length)
    kept.sizes.push(sizes[ring] as number)
    cutCorners(points.subarray(2 * from, 2 * until), smooth)
    kept.starts.push(smooth.length / 2)
  }
  return { points: Int32Array.from(smooth), ...kept }
}

/** Replaces each corner with two points at a quarter of its sides (Chaikin, "An algorithm for high-speed curve generation", 1974). */
function cutCorners(ring: Int32Array, into: number[]): void {
  for (let at = 0; at < ring.length; at += 2) {
    const next = (at + 2) % ring.length
    const [x, y] = [ring[at] as number, ring[at + 1] as number]
    const [toX, toY] = [ring[next] as number, ring[next + 1] as number]
    into.push((3 * x + toX) >> 2, (3 * y + toY) >> 2, (x + 3 * toX) >> 2, (y + 3 * toY) >> 2)
  }
}
