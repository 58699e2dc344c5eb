/**
 * The points of a line that remain when none that is removed is farther than `tolerance` from it, by Douglas and Peucker. First and last point
 * remain. Coordinates are x and y in turn.
 */
export function simplify(line: readonly number[], tolerance: number): number[] {
  const count = line.length / 2
  if (count <= 2) return [...line]
  const isKept = new Uint8Array(count)
  isKept[0] = isKept[count - 1] = 1
  const square = tolerance * tolerance
  const ranges = [0, count - 1]
  while (ranges.length > 0) {
    const last = ranges.pop() as number
    const first = ranges.pop() as number
    const farthest = farthestFrom(line, first, last, square)
    if (farthest < 0) continue
    isKept[farthest] = 1
    ranges.push(first, farthest, farthest, last)
  }
  const kept: number[] = []
  for (let at = 0; at < count; at++) {
    if (isKept[at] === 1) kept.push(line[2 * at] as number, line[2 * at + 1] as number)
  }
  return kept
}

/** The same for a ring, whose first point is not repeated: one half after the other. */
export function simplifyRing(ring: readonly number[], within: number): number[] {
  const middle = (ring.length >> 2) << 1
  const there = simplify(ring.slice(0, middle + 2), within)
  const back = simplify([...ring.slice(middle), ring[0] as number, ring[1] as number], within)
  return [...there, ...back.slice(2, -2)]
}

/** The point between two others that is farthest from the segment between them; -1: none is farther than the root of `square`. */
function farthestFrom(line: readonly number[], first: number, last: number, square: number): number {
  const fromX = line[2 * first] as number
  const fromY = line[2 * first + 1] as number
  const dx = (line[2 * last] as number) - fromX
  const dy = (line[2 * last + 1] as number) - fromY
  const length = dx * dx + dy * dy
  let farthest = -1
  let distance = square
  for (let at = first + 1; at < last; at++) {
    const x = (line[2 * at] as number) - fromX
    const y = (line[2 * at + 1] as number) - fromY
    const share = length === 0 ? 0 : Math.min(1, Math.max(0, (x * dx + y * dy) / length))
    const away = (x - share * dx) ** 2 + (y - share * dy) ** 2
    if (away > distance) {
      farthest = at
      distance = away
    }
  }
  return farthest
}
