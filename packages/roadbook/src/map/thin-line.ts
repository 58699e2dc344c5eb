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

/** Columns of numbers: their distances are asked for millions of times in a long book. */
const flat = (line: readonly Point[]): LineToSimplify => {
  const xs = Float64Array.from(line, ({ x }) => x)
  const ys = Float64Array.from(line, ({ y }) => y)
  return {
    length: line.length,
    distanceFrom(first, last) {
      const [fromX, fromY] = [xs[first] as number, ys[first] as number]
      const [dx, dy] = [(xs[last] as number) - fromX, (ys[last] as number) - fromY]
      const square = dx * dx + dy * dy
      return (index) => {
        const x = (xs[index] as number) - fromX
        const y = (ys[index] as number) - fromY
        const share = square === 0 ? 0 : Math.min(1, Math.max(0, (x * dx + y * dy) / square))
        const offX = x - share * dx
        const offY = y - share * dy
        return Math.sqrt(offX * offX + offY * offY)
      }
    },
  }
}
