import type { Segments, TrackPoint } from '@guidebook/route-geometry'
import type { Poi } from '../../../src/index.ts'
import { poiOf } from '../../books.ts'

/** The point of a track after a share (0 to 1) of its points. */
export const along = (segments: Segments, share: number): TrackPoint => {
  const points = segments.flat()
  const point = points[Math.round((points.length - 1) * share)]
  if (!point) throw new Error('the track has no points')
  return point
}

/** Places beside a track, numbered in their order. */
export const placesAlong = (
  segments: Segments,
  places: readonly (readonly [share: number, name: string, changes: Partial<Poi>])[],
): Poi[] =>
  places.map(([share, name, changes], index) => {
    const { lat, lon } = along(segments, share)
    return poiOf(index + 1, name, lat, lon, changes)
  })
