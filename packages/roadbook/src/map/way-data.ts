import type { ProfilePoint, Segments } from '@guidebook/route-geometry'
import { trackMeter } from './along-track.ts'
import type { Projection } from './projection.ts'

/**
 * What a script on the page needs in order to show on the map what is touched on the profile, in attributes of the drawings: one place for
 * each hundredth of the map's way, and of the profile's, which ends with the last elevation that is known.
 */
const hundredths = Array.from({ length: 101 }, (_, index) => index / 100)

/** `data-way` of a map: its metres, then x and y of each place in its units. Empty without a way. */
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

/** `data-plot` of a profile: x of its start and end in its units, and its metres. `data-elevations`: metres at each place, `-` where unknown. */
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
