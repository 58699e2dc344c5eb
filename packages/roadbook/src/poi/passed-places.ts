import { type Segments, trackLocator } from '@guidebook/route-geometry'

/** A place farther from the way than this, in metres, is neither on its profile nor in its day table. */
const passedWithinM = 300

/** GPS noise: recordings of one path differ by up to about this many metres. It must not decide which of several passes of a place counts. */
const gpsNoiseM = 20

/**
 * The places that a way passes, in its order, with their distance from its start in metres and the index of their segment. A place that it passes
 * several times, for example there and back, is where the traveller first comes by.
 */
export const passedPlaces = <Place extends { lat: number; lon: number }>(
  segments: Segments,
  places: readonly Place[],
): { place: Place; distanceM: number; segment: number }[] => {
  const locate = trackLocator(segments, gpsNoiseM)
  return places
    .flatMap((place) => {
      const nearest = locate({ lat: place.lat, lon: place.lon })
      if (!nearest || nearest.distanceM > passedWithinM) return []
      return [{ place, distanceM: nearest.distanceAlongM, segment: nearest.segment }]
    })
    .toSorted((one, other) => one.segment - other.segment || one.distanceM - other.distanceM)
}
