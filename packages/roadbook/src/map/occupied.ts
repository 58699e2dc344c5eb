import type { Point } from './svg.ts'

export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** What of a drawing is taken, so that markers and names don't cover one another. */
export class Occupied {
  readonly #boxes: Box[] = []
  readonly #area: Box

  constructor(width: number, height: number, inset = 2) {
    this.#area = { left: inset, top: inset, right: width - inset, bottom: height - inset }
  }

  take(box: Box): void {
    this.#boxes.push(box)
  }

  isFree(box: Box): boolean {
    const { left, top, right, bottom } = this.#area
    if (box.left < left || box.top < top || box.right > right || box.bottom > bottom) return false
    return !this.#boxes.some(
      (taken) => box.left < taken.right && box.right > taken.left && box.top < taken.bottom && box.bottom > taken.top,
    )
  }
}

export const boxAround = ({ x, y }: Point, radius: number): Box => ({
  left: x - radius,
  top: y - radius,
  right: x + radius,
  bottom: y + radius,
})

/** The free place for a marker that is nearest to where it belongs; there itself when all is full. */
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
