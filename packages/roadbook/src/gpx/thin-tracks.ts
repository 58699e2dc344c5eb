import { type Segments, simplifySegments } from '@guidebook/route-geometry'

/** What the devices that are still in use take for one track (Garmin's figure). */
export const mostDevicePoints = 10_000

export interface ThinnedTracks {
  tracks: Segments[]
  /** Metres that a point left out lies from its line at most. */
  deviationMetres: number
  segmentsLeftOut: number
}

/** Chooses the points of several tracks together, so that each keeps as many as its shape needs. */
export const thinTracks = (tracks: readonly Segments[], mostPoints: number): ThinnedTracks => {
  const sources = tracks.flatMap((segments, track) => segments.map((points) => ({ points, track })))
  const { segments, deviationM, segmentsLeftOut } = simplifySegments(
    sources.map(({ points }) => points),
    mostPoints,
  )
  const thinned = tracks.map((): Segments[number][] => [])
  // Segments come back in order, the left out ones missing; their ends, always kept, tell whose they are.
  let next = 0
  for (const points of segments) {
    while (next < sources.length && !isFrom(points, sources[next]?.points)) next += 1
    const source = sources[next]
    if (source) thinned[source.track]?.push(points)
    next += 1
  }
  return { tracks: thinned, deviationMetres: deviationM, segmentsLeftOut }
}

const isFrom = (points: Segments[number], source: Segments[number] | undefined): boolean =>
  source !== undefined && source[0] === points[0] && source.at(-1) === points.at(-1)
