import { type Segments, simplifySegments } from '@guidebook/route-geometry'

/** Limit of current devices for one track, according to Garmin. */
export const mostDevicePoints = 10_000

export interface ThinnedTracks {
  tracks: Segments[]
  /** Largest distance of a removed point from its line, metres. */
  deviationMetres: number
  segmentsLeftOut: number
}

/** Simplifies several tracks together, so that each keeps as many points as its shape needs. */
export const thinTracks = (tracks: readonly Segments[], mostPoints: number): ThinnedTracks => {
  const sources = tracks.flatMap((segments, track) => segments.map((points) => ({ points, track })))
  const { segments, deviationM, segmentsLeftOut } = simplifySegments(
    sources.map(({ points }) => points),
    mostPoints,
  )
  const thinned = tracks.map((): Segments[number][] => [])
  // The result has the segments in order, without the removed ones. Their ends are always kept and identify them.
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
