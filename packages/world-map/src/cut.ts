import { boxOf } from './box.ts'
import { clipLine, clipRing, type Line } from './clip.ts'

/** Units of a tile's side. */
export const extent = 4096
/** Units by which the content of a tile exceeds it on each side, so that no seam shows between tiles. */
export const buffer = 64

type Emit = (x: number, y: number, parts: number[][]) => void

/**
 * Cuts a ring or a line, in units of a zoom, into the parts in each tile, in units of the tile. Halves the area until it is one tile, so that
 * each point is only looked at as often as the area has powers of two.
 */
export function cutIntoTiles(shape: Line, kind: 'ring' | 'line', tilesAround: number, emit: Emit): void {
  const { left, top, right, bottom } = boxOf(shape)
  const tileOf = (value: number) => Math.min(tilesAround - 1, Math.max(0, Math.floor(value / extent)))
  const clip = kind === 'ring' ? (one: Line, half: Parameters<typeof clipRing>[1]) => [clipRing(one, half)] : clipLine

  const cut = (parts: number[][], [x0, x1]: readonly [number, number], [y0, y1]: readonly [number, number]): void => {
    if (parts.length === 0) return
    if (x0 === x1 && y0 === y1) {
      const local = parts.map((part) => part.map((value, at) => Math.round(value) - (at % 2 === 0 ? x0 : y0) * extent))
      emit(x0, y0, local)
      return
    }
    const axis = x1 - x0 >= y1 - y0 ? 0 : 1
    const [from, until] = axis === 0 ? [x0, x1] : [y0, y1]
    const middle = (from + until) >> 1
    const border = (middle + 1) * extent
    const near = parts.flatMap((part) => clip(part, { axis, limit: border + buffer, side: 1 }))
    const far = parts.flatMap((part) => clip(part, { axis, limit: border - buffer, side: -1 }))
    const left = near.filter(({ length }) => length >= 4)
    const right = far.filter(({ length }) => length >= 4)
    if (axis === 0) {
      cut(left, [from, middle], [y0, y1])
      cut(right, [middle + 1, until], [y0, y1])
    } else {
      cut(left, [x0, x1], [from, middle])
      cut(right, [x0, x1], [middle + 1, until])
    }
  }
  cut(
    [shape as number[]],
    [tileOf(left - buffer), tileOf(right + buffer)],
    [tileOf(top - buffer), tileOf(bottom + buffer)],
  )
}
