import { distanceM } from './distance.ts'
import type { Segment, Segments, TrackPoint } from './track-columns.ts'

/** Parts whose ends are farther apart than this, in metres, are not connected; the gap is reported. */
export const joinLimitM = 100

/** Reversing a part must save at least this much gap, in metres, so that noise at a shared trailhead reverses nothing. */
export const turnGainM = 10

interface Ends {
  readonly part: number
  readonly first: TrackPoint
  readonly last: TrackPoint
}

const endsOf = (segments: Segments, part: number): Ends | undefined => {
  const filled = segments.filter((segment) => segment.length > 0)
  const first = filled[0]?.[0]
  const last = filled.at(-1)?.at(-1)
  return first && last ? { part, first, last } : undefined
}

const entry = (ends: Ends, turned: boolean): TrackPoint => (turned ? ends.last : ends.first)
const exit = (ends: Ends, turned: boolean): TrackPoint => (turned ? ends.first : ends.last)

/** The directions with the smallest sum of gaps: dynamic programming over the two directions of each part. */
const bestDirections = (chain: readonly Ends[]): boolean[] => {
  const cameFrom: [boolean, boolean][] = []
  let cost: [number, number] = [0, turnGainM]
  for (let index = 1; index < chain.length; index += 1) {
    const before = chain[index - 1] as Ends
    const ends = chain[index] as Ends
    const reach = (turned: boolean): { from: boolean; cost: number } => {
      const straight = cost[0] + distanceM(exit(before, false), entry(ends, turned))
      const round = cost[1] + distanceM(exit(before, true), entry(ends, turned))
      return { from: round < straight, cost: Math.min(straight, round) + (turned ? turnGainM : 0) }
    }
    const ahead = reach(false)
    const back = reach(true)
    cameFrom.push([ahead.from, back.from])
    cost = [ahead.cost, back.cost]
  }
  const directions: boolean[] = [cost[1] < cost[0]]
  for (const [ahead, back] of cameFrom.reverse()) directions.unshift(directions[0] ? back : ahead)
  return chain.length === 0 ? [] : directions
}

const turnRound = (segments: Segments): Segments => segments.map((segment) => segment.toReversed()).reverse()

/** Appends a segment to the one before it. A shared point is kept once, with its elevation. */
const extend = (line: TrackPoint[], segment: Segment): void => {
  const last = line.at(-1)
  const first = segment[0]
  const shared = last !== undefined && first !== undefined && last.lat === first.lat && last.lon === first.lon
  if (shared && last.ele === undefined) line[line.length - 1] = first
  for (let index = shared ? 1 : 0; index < segment.length; index += 1) line.push(segment[index] as TrackPoint)
}

/**
 * Joins parts in their order to one route, and reverses each part whose ends then fit better (`turned`). The result has one segment if
 * all parts meet, and a new one after each gap over `joinLimitM`.
 */
export const joinParts = (parts: readonly Segments[]) => {
  const chain = parts.map(endsOf).filter((ends) => ends !== undefined)
  const directions = bestDirections(chain)
  const turned = parts.map(() => false)
  const segments: TrackPoint[][] = []
  const gaps: { afterPart: number; distanceM: number }[] = []
  chain.forEach((ends, position) => {
    const isTurned = directions[position] === true
    turned[ends.part] = isTurned
    const part = parts[ends.part] as Segments
    const ordered = (isTurned ? turnRound(part) : part).filter((segment) => segment.length > 0)
    const before = chain[position - 1]
    const gap = before ? distanceM(exit(before, directions[position - 1] === true), entry(ends, isTurned)) : Infinity
    if (before && gap > joinLimitM) gaps.push({ afterPart: before.part, distanceM: gap })
    ordered.forEach((segment, index) => {
      const line = index === 0 && gap <= joinLimitM ? segments.at(-1) : undefined
      if (line) extend(line, segment)
      else segments.push([...segment])
    })
  })
  return { segments, gaps, turned }
}
