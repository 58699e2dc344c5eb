import type { ProfilePoint, Segments } from '@guidebook/route-geometry'
import { trackMeter } from './along-track.ts'
import type { Projection } from './projection.ts'

/**
 * Attributes with which the page's script shows on the map the position that is touched on the profile: one value for each hundredth of the
 * track. The profile ends at the last known elevation.
 */
const hundredths = Array.from({ length: 101 }, (_, index) => index / 100)

/** `data-way` of a map: length in metres, then x and y of each position in units. Empty without a track. */
export const wayData = (projection: Projection, segments: Segments): Record<string, string> => {
  const meter = trackMeter(segments)
  if (meter.lengthM === 0) return {}
  const places = hundredths.flatMap((share) => {
    const place = meter.placeAt(share * meter.lengthM)
    const { x, y } = place ? projection.project(place) : { x: 0, y: 0 }
    return [tenths(x), tenths(y)]
  })
  return { 'data-way': [Math.round(meter.lengthM), ...places].join(' ') }
}

/** `data-plot` of a profile: x of start and end in units, and length in metres. `data-elevations`: metres at each position, `-` if unknown. */
export const plotData = (
  points: readonly ProfilePoint[],
  { left, right }: { left: number; right: number },
): Record<string, string> => {
  const lengthM = points.at(-1)?.distanceM ?? 0
  let at = 0
  const elevations = hundredths.map((share) => {
    const metres = share * lengthM
    while (at < points.length - 2 && (points[at + 1]?.distanceM ?? 0) < metres) at++
    return elevationBetween(points[at], points[at + 1], metres)
  })
  return {
    'data-plot': `${left} ${right} ${Math.round(lengthM)}`,
    'data-elevations': elevations.map((ele) => (ele === null ? '-' : Math.round(ele))).join(' '),
  }
}

function elevationBetween(from: ProfilePoint | undefined, to: ProfilePoint | undefined, metres: number): number | null {
  if (from === undefined || to === undefined || from.ele === null || to.ele === null) return null
  if (metres < from.distanceM) return null
  const leg = to.distanceM - from.distanceM
  return leg === 0 ? to.ele : from.ele + ((to.ele - from.ele) * (metres - from.distanceM)) / leg
}

const tenths = (value: number): number => Math.round(value * 10) / 10
