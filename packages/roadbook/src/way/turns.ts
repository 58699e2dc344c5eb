import { lonDifference } from '@guidebook/route-geometry'
import { thinLines } from '../map/thin-line.ts'
import { isCarried } from '../stage-ways.ts'
import { pointAt, type TrackPart } from './track-parts.ts'

export type Turn = 'straight' | 'left' | 'right' | 'sharp-left' | 'sharp-right'

/** Metres and degrees. Bends of a path are no turns: only where the way runs on for a while in another direction is one. */
const deviationM = 40
const straightM = 200
const turnFrom = 50
const sharpFrom = 120
/** From here on, the way comes back: a dead end, which is neither left nor right. */
const backFrom = 160
/** Below this, the way goes straight on at a junction. */
const straightBelow = 30
/** The direction at a place is that of the way from 20 to 80 metres before and after it: its position may be some metres off. */
const near = 20
const far = 80

/** Most turns of a day; of more, those between the longest straight lines are kept. */
const mostTurns = 12

interface Place {
  lat: number
  lon: number
}

/** Degrees clockwise from north. */
const bearing = (from: Place, to: Place): number => {
  const east = lonDifference(from.lon, to.lon) * Math.cos((((from.lat + to.lat) / 2) * Math.PI) / 180)
  return (Math.atan2(east, to.lat - from.lat) * 180) / Math.PI
}

/** Degrees from one direction to another, -180 to 180; to the right is positive. */
const change = (from: number, to: number): number => ((to - from + 540) % 360) - 180

const turnOf = (degrees: number): Turn | null => {
  const size = Math.abs(degrees)
  if (size >= backFrom) return null
  if (size < straightBelow) return 'straight'
  const side = degrees < 0 ? 'left' : 'right'
  return size < sharpFrom ? side : `sharp-${side}`
}

/** The turn of the way at a place of this part; null at its ends and gaps, where it comes back, and where someone else steers. */
export function turnAt(part: TrackPart, metres: number): Turn | null {
  if (isCarried(part.kind) || metres - far < part.from || metres + far > part.to) return null
  const heading = (from: number, to: number) => bearing(pointAt(part, metres + from), pointAt(part, metres + to))
  return turnOf(change(heading(-far, -near), heading(near, far)))
}

/** The places where the way changes its direction for long, in order, with their parts: metres from its start. */
export function turnsOf(parts: readonly TrackPart[]): { metres: number; turn: Turn; part: TrackPart }[] {
  const found = parts
    .filter(({ kind }) => !isCarried(kind))
    .flatMap((part) => {
      const vertices = verticesOf(part)
      return vertices.slice(1, -1).flatMap((vertex, index) => {
        const [before, after] = [vertices[index], vertices[index + 2]]
        if (!before || !after) return []
        const degrees = change(bearing(before, vertex), bearing(vertex, after))
        const straight = Math.min(vertex.metres - before.metres, after.metres - vertex.metres)
        const turn = turnOf(degrees)
        if (turn === null || straight < straightM || Math.abs(degrees) < turnFrom) return []
        return [{ metres: vertex.metres, turn, part, weight: straight * Math.abs(degrees) }]
      })
    })
  return found
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, mostTurns)
    .toSorted((one, other) => one.metres - other.metres)
    .map(({ metres, turn, part }) => ({ metres, turn, part }))
}

const metresOfDegree = 111_320

/** The corners of the line, from which no point is farther than `deviationM`. */
function verticesOf({ points, along, from }: TrackPart) {
  const [origin] = points
  if (!origin) return []
  const scale = Math.cos((origin.lat * Math.PI) / 180)
  const line = points.map(({ lat, lon }, index) => ({
    lat,
    lon,
    metres: from + (along[index] ?? 0),
    x: lonDifference(origin.lon, lon) * scale * metresOfDegree,
    y: (lat - origin.lat) * metresOfDegree,
  }))
  return thinLines([line], Number.POSITIVE_INFINITY, deviationM)[0] ?? []
}
