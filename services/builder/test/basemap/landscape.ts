import sharp from 'sharp'
import type { TileAddress } from '../../src/basemap/tile-grid.ts'

/** Seeded random number from 0 to 1 for integer coordinates. */
const random = (x: number, y: number, octave: number): number => {
  let bits = Math.imul(x, 374_761_393) ^ Math.imul(y, 668_265_263) ^ Math.imul(octave, 2_147_483_629)
  bits = Math.imul(bits ^ (bits >>> 13), 1_274_126_177)
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32
}

const eased = (t: number): number => t * t * t * (t * (t * 6 - 15) + 10)

/** Distance of the largest mountains, as a share of the equator: 20 km. */
const largest = 1 / 2_048

/** Each octave is rotated, so that no direction dominates. */
const octaves = Array.from({ length: 8 }, (_, octave) => ({
  across: (Math.cos(octave) * 2 ** octave) / largest,
  down: (Math.sin(octave) * 2 ** octave) / largest,
}))

/** The corners of the square that each octave was last asked for: the next position is nearly always in the same. */
const squares = octaves.map(() => ({ column: Number.NaN, row: Number.NaN, nw: 0, ne: 0, sw: 0, se: 0 }))

/** Value noise from 0 to 1, smooth between integer coordinates. */
function hills(x: number, y: number, octave: number): number {
  const column = Math.floor(x)
  const row = Math.floor(y)
  const square = squares[octave] as (typeof squares)[number]
  if (square.column !== column || square.row !== row) {
    const corner = (across: number, down: number) => random(column + across, row + down, octave)
    Object.assign(square, { column, row, nw: corner(0, 0), ne: corner(1, 0), sw: corner(0, 1), se: corner(1, 1) })
  }
  const across = eased(x - column)
  const down = eased(y - row)
  const north = square.nw * (1 - across) + square.ne * across
  const south = square.sw * (1 - across) + square.se * across
  return north * (1 - down) + south * down
}

/** Elevation in metres at a position of the Mercator square (0 to 1): ridged fractal noise, with lakes at sea level. */
export const heightAt = (x: number, y: number): number => {
  let [height, share, weight] = [0, 1, 1]
  for (let octave = 0; octave < octaves.length; octave++) {
    const { across, down } = octaves[octave] as (typeof octaves)[number]
    const ridge = (1 - Math.abs(2 * hills(x * across - y * down, x * down + y * across, octave) - 1)) ** 2
    height += ridge * share * weight
    weight = Math.min(1, ridge * 1.6)
    share *= 0.47
  }
  return Math.max(0, height * 1_700 - 500)
}

const placesOf = ({ z, x, y }: TileAddress, size: number) => {
  const around = 2 ** z
  return (column: number, row: number) => [(x + column / size) / around, (y + row / size) / around] as const
}

/** An elevation tile in Terrarium encoding. */
export async function reliefTile(
  tile: TileAddress,
  size = 256,
  height: (x: number, y: number) => number = heightAt,
): Promise<Buffer> {
  const at = placesOf(tile, size)
  const pixels = Buffer.alloc(size * size * 3)
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const value = Math.round((height(...at(column + 0.5, row + 0.5)) + 32_768) * 256)
      pixels.writeUIntBE(value, (row * size + column) * 3, 3)
    }
  }
  return await sharp(pixels, { raw: { width: size, height: size, channels: 3 } })
    .png()
    .toBuffer()
}

const meadow = [222, 236, 200]
const wood = [172, 206, 150]
const rock = [226, 220, 210]
const water = [160, 196, 226]
const contour = [190, 140, 90]

/** A map tile: water, woods, meadows, rocks and contour lines. */
export async function mapTile(tile: TileAddress, size = 256): Promise<Buffer> {
  const at = placesOf(tile, size)
  const step = tile.z >= 14 ? 20 : tile.z >= 12 ? 50 : tile.z >= 10 ? 100 : 500
  const pixels = Buffer.alloc(size * size * 3)
  // One more row and column, since a contour line is a difference from the next pixel.
  const heights = Array.from({ length: size + 1 }, (_, row) =>
    Array.from({ length: size + 1 }, (_, column) => heightAt(...at(column + 0.5, row + 0.5))),
  )
  const heightOf = (row: number, column: number) => heights[row]?.[column] ?? 0
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const [height, beside, below] = [heightOf(row, column), heightOf(row, column + 1), heightOf(row + 1, column)]
      const band = Math.floor(height / step)
      const isContour = height > 0 && (Math.floor(beside / step) !== band || Math.floor(below / step) !== band)
      const surface =
        height === 0
          ? water
          : height < 700
            ? Math.sin(height / 60) > 0
              ? wood
              : meadow
            : height < 1300
              ? meadow
              : rock
      pixels.set(isContour ? contour : surface, (row * size + column) * 3)
    }
  }
  return await sharp(pixels, { raw: { width: size, height: size, channels: 3 } })
    .png({ palette: true })
    .toBuffer()
}
