/** Coordinates x and y in turn. */
export type Line = readonly number[]

/** Half of the plane: coordinate `axis` (0: x, 1: y) at most (`side` 1) or at least (`side` -1) `limit`. */
interface HalfPlane {
  axis: 0 | 1
  limit: number
  side: 1 | -1
}

/** The part of a ring in a half-plane, by Sutherland and Hodgman (Reentrant Polygon Clipping, CACM 17, 1974). */
export function clipRing(ring: Line, half: HalfPlane): number[] {
  const kept: number[] = []
  let fromX = ring.at(-2) as number
  let fromY = ring.at(-1) as number
  let wasInside = isInside(fromX, fromY, half)
  for (let at = 0; at < ring.length; at += 2) {
    const x = ring[at] as number
    const y = ring[at + 1] as number
    const inside = isInside(x, y, half)
    if (inside !== wasInside) kept.push(...crossing(fromX, fromY, x, y, half))
    if (inside) kept.push(x, y)
    fromX = x
    fromY = y
    wasInside = inside
  }
  return kept
}

/** The parts of a line in a half-plane. */
export function clipLine(line: Line, half: HalfPlane): number[][] {
  const parts: number[][] = []
  let part: number[] = []
  for (let at = 0; at < line.length; at += 2) {
    const [x, y] = [line[at] as number, line[at + 1] as number]
    const inside = isInside(x, y, half)
    if (at > 0) {
      const [fromX, fromY] = [line[at - 2] as number, line[at - 1] as number]
      if (inside !== isInside(fromX, fromY, half)) part.push(...crossing(fromX, fromY, x, y, half))
    }
    if (inside) part.push(x, y)
    else if (part.length > 0) {
      parts.push(part)
      part = []
    }
  }
  return [...parts, part].filter(({ length }) => length >= 4)
}

const isInside = (x: number, y: number, { axis, limit, side }: HalfPlane): boolean =>
  side * ((axis === 0 ? x : y) - limit) <= 0

function crossing(fromX: number, fromY: number, x: number, y: number, { axis, limit }: HalfPlane): [number, number] {
  return axis === 0
    ? [limit, fromY + ((y - fromY) * (limit - fromX)) / (x - fromX)]
    : [fromX + ((x - fromX) * (limit - fromY)) / (y - fromY), limit]
}
