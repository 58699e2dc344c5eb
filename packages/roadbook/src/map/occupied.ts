import type { Point } from './svg.ts'

export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** Units between the sampled points of a line. */
const lineStep = 4
/** Units beyond the drawing where lines may still cover something in it. */
const reach = 8

const overlap = (one: Box, other: Box): boolean =>
  one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top

/** The part of a leg that is in a box, as shares of the leg (Liang and Barsky, ACM Transactions on Graphics 3 (1), 1984). */
export function insideOf(
  from: Point,
  to: Point,
  { left, top, right, bottom }: Box,
): { first: number; last: number } | null {
  let [first, last] = [0, 1]
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  for (const [change, room] of [
    [-dx, from.x - left],
    [dx, right - from.x],
    [-dy, from.y - top],
    [dy, bottom - from.y],
  ] as const) {
    if (change === 0 && room < 0) return null
    if (change < 0) first = Math.max(first, room / change)
    if (change > 0) last = Math.min(last, room / change)
  }
  return first < last ? { first, last } : null
}

/** The occupied parts of a drawing, so that markers and names do not overlap. */
export class Occupied {
  readonly #boxes: Box[] = []
  readonly #lines: Box[] = []
  readonly #area: Box

  constructor(width: number, height: number, inset = 2) {
    this.#area = { left: inset, top: inset, right: width - inset, bottom: height - inset }
  }

  take(box: Box): void {
    this.#boxes.push(box)
  }

  /** Lines may be covered if there is no better position. */
  takeLines(lines: readonly (readonly Point[])[]): void {
    const { left, top, right, bottom } = this.#area
    // A leg may continue for thousands of kilometres beyond the drawing.
    const drawing = { left: left - reach, top: top - reach, right: right + reach, bottom: bottom + reach }
    for (const line of lines) {
      let last: Point | undefined
      for (const point of line) {
        const inside = insideOf(last ?? point, point, drawing)
        const steps = last ? Math.ceil(Math.hypot(point.x - last.x, point.y - last.y) / lineStep) : 1
        const first = inside ? Math.max(1, Math.ceil(inside.first * steps)) : steps + 1
        for (let step = first; step <= (inside?.last ?? 0) * steps; step += 1) {
          const from = last ?? point
          const share = step / steps
          this.#lines.push(
            boxAround({ x: from.x + (point.x - from.x) * share, y: from.y + (point.y - from.y) * share }, 2),
          )
        }
        last = point
      }
    }
  }

  isFree(box: Box): boolean {
    const { left, top, right, bottom } = this.#area
    if (box.left < left || box.top < top || box.right > right || box.bottom > bottom) return false
    return !this.#boxes.some((taken) => overlap(box, taken))
  }

  isOnLine(box: Box): boolean {
    return this.#lines.some((line) => overlap(box, line))
  }
}

export const boxAround = ({ x, y }: Point, radius: number): Box => ({
  left: x - radius,
  top: y - radius,
  right: x + radius,
  bottom: y + radius,
})

/** The free position for a marker that is nearest to `at`; `at` if there is none. */
export const nearestFree = (occupied: Occupied, at: Point, radius: number, reach: number): Point => {
  if (occupied.isFree(boxAround(at, radius))) return at
  for (let away = radius * 1.6; away <= reach; away += radius) {
    const directions = Math.max(12, Math.round(away))
    for (let turn = 0; turn < directions; turn += 1) {
      const angle = (2 * Math.PI * turn) / directions - Math.PI / 4
      const point = { x: at.x + away * Math.cos(angle), y: at.y + away * Math.sin(angle) }
      if (occupied.isFree(boxAround(point, radius))) return point
    }
  }
  return at
}
