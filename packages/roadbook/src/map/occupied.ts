import type { Point } from './svg.ts'

export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** Units between the sampled points of a line. */
const lineStep = 4

const overlap = (one: Box, other: Box): boolean =>
  one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top

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
    for (const line of lines) {
      let last: Point | undefined
      for (const point of line) {
        const steps = last ? Math.ceil(Math.hypot(point.x - last.x, point.y - last.y) / lineStep) : 1
        for (let step = 1; step <= steps; step += 1) {
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
