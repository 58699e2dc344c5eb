import type { Point } from './svg.ts'

/** Units; no eye sees less, on a phone, on a large screen or in print. */
const tolerance = 0.12

/**
 * A line without the points that nobody sees: none that is left out lies farther than a tenth of a unit from the line that is left
 * (Douglas and Peucker, 1973). In the worst case the time is that of the points squared: drawings have 1,500 at most.
 */
export const thinLine = (line: readonly Point[]): readonly Point[] => {
  if (line.length < 3) return line
  const kept = new Uint8Array(line.length)
  kept[0] = 1
  kept[line.length - 1] = 1
  const stretches: [number, number][] = [[0, line.length - 1]]
  for (let stretch = stretches.pop(); stretch !== undefined; stretch = stretches.pop()) {
    const [first, last] = stretch
    const { index, distance } = farthest(line, first, last)
    if (distance <= tolerance) continue
    kept[index] = 1
    stretches.push([first, index], [index, last])
  }
  return line.filter((_, index) => kept[index] === 1)
}

/** The point between two others that lies farthest from the straight line that joins them. */
function farthest(line: readonly Point[], first: number, last: number): { index: number; distance: number } {
  const from = line[first] as Point
  const to = line[last] as Point
  const best = { index: first, distance: 0 }
  for (let index = first + 1; index < last; index++) {
    const distance = distanceTo(line[index] as Point, from, to)
    if (distance > best.distance) Object.assign(best, { index, distance })
  }
  return best
}

function distanceTo({ x, y }: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const square = dx * dx + dy * dy
  const share = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - from.x) * dx + (y - from.y) * dy) / square))
  return Math.hypot(x - from.x - share * dx, y - from.y - share * dy)
}
