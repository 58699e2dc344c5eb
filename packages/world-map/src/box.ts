import type { Line } from './clip.ts'

/** An area; y downward. */
export interface Rectangle {
  left: number
  top: number
  right: number
  bottom: number
}

/** The smallest area with all points of a line or ring; of nothing, `left` is infinite. */
export function boxOf(line: Line): Rectangle {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let at = 0; at < line.length; at += 2) {
    const x = line[at] as number
    const y = line[at + 1] as number
    if (x < left) left = x
    if (x > right) right = x
    if (y < top) top = y
    if (y > bottom) bottom = y
  }
  return { left, top, right, bottom }
}
