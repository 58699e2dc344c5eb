import { type LineToSimplify, simplifyLines } from '@guidebook/route-geometry'
import type { Point } from './svg.ts'

/** Units; smaller deviations are invisible on screens and in print. */
const finest = 0.12

/** Simplifies lines together: no removed point is farther than the tolerance (units), or farther if more than `mostPoints` remain. */
export const thinLines = <P extends Point>(
  lines: readonly (readonly P[])[],
  mostPoints = Number.POSITIVE_INFINITY,
  tolerance = finest,
): P[][] => {
  const { kept } = simplifyLines(lines.map(flat), mostPoints, tolerance)
  return lines.map((line, at) => line.filter((_, index) => kept[at]?.[index] === 1))
}

const flat = (line: readonly Point[]): LineToSimplify => ({
  length: line.length,
  distanceFrom(first, last) {
    const [from, to] = [line[first] as Point, line[last] as Point]
    const [dx, dy] = [to.x - from.x, to.y - from.y]
    const square = dx * dx + dy * dy
    return (index) => {
      const point = line[index] as Point
      const [x, y] = [point.x - from.x, point.y - from.y]
      const share = square === 0 ? 0 : Math.min(1, Math.max(0, (x * dx + y * dy) / square))
      const [offX, offY] = [x - share * dx, y - share * dy]
      return Math.sqrt(offX * offX + offY * offY)
    }
  },
})
