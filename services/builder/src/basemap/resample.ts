import { forEachRow } from './for-each-row.ts'
import type { Raster } from './hillshade.ts'

/** A rectangle of a raster, in fractional pixels. */
export interface Part {
  left: number
  top: number
  width: number
  height: number
}

/**
 * Scales a part of a raster by Catmull-Rom interpolation between the four nearest pixels in each direction. Beyond the raster its edge pixels
 * are repeated.
 */
export async function resample(raster: Raster, part: Part, width: number, height: number): Promise<Raster> {
  const across = tapsOf(part.left, part.width, width, raster.width)
  const down = tapsOf(part.top, part.height, height, raster.height)
  const wide = new Float32Array(width * raster.height)
  await forEachRow(width, raster.height, (y) => {
    for (let x = 0; x < width; x++) wide[y * width + x] = blend(raster.values, y * raster.width, 1, across, x)
  })
  const values = new Float32Array(width * height)
  await forEachRow(width, height, (y) => {
    for (let x = 0; x < width; x++) values[y * width + x] = blend(wide, x, width, down, y)
  })
  return { width, height, values }
}

/** For each new pixel in one direction: the four source pixels and their weights. */
interface Taps {
  indexes: Int32Array
  shares: Float32Array
}

function tapsOf(from: number, length: number, into: number, count: number): Taps {
  const indexes = new Int32Array(into * 4)
  const shares = new Float32Array(into * 4)
  for (let to = 0; to < into; to++) {
    // Values belong to the centres of pixels.
    const place = from + ((to + 0.5) * length) / into - 0.5
    const first = Math.floor(place) - 1
    shares.set(cubic(place - first - 1), to * 4)
    for (let tap = 0; tap < 4; tap++) indexes[to * 4 + tap] = Math.min(count - 1, Math.max(0, first + tap))
  }
  return { indexes, shares }
}

/** The new pixel `to` of a row or column that starts at `start` and has the stride `step`. */
function blend(values: Float32Array, start: number, step: number, { indexes, shares }: Taps, to: number): number {
  let sum = 0
  for (let tap = to * 4; tap < to * 4 + 4; tap++) {
    sum += (shares[tap] as number) * (values[start + (indexes[tap] as number) * step] as number)
  }
  return sum
}

/** Weights of four consecutive pixels for a position `t` (0 to 1) after the second. */
const cubic = (t: number): [number, number, number, number] => [
  (-t + 2 * t ** 2 - t ** 3) / 2,
  (2 - 5 * t ** 2 + 3 * t ** 3) / 2,
  (t + 4 * t ** 2 - 3 * t ** 3) / 2,
  (-(t ** 2) + t ** 3) / 2,
]
