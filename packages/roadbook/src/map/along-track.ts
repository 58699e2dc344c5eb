import { distancesAlong, lonDifference, type Segments, type TrackPoint } from '@guidebook/route-geometry'

/** Finds positions by their distance from the start. Gaps between segments have no length. */
export interface TrackMeter {
  lengthM: number
  placeAt(metres: number): { lat: number; lon: number } | undefined
}

export const trackMeter = (segments: Segments): TrackMeter => {
  let before = 0
  const parts = segments
    .filter((points) => points.length > 0)
    .map((points) => {
      const along = distancesAlong(points)
      const part = { points, along, before, lengthM: along.at(-1) ?? 0 }
      before += part.lengthM
      return part
    })

  const placeAt = (metres: number): { lat: number; lon: number } | undefined => {
    const part = parts.find((candidate) => metres <= candidate.before + candidate.lengthM) ?? parts.at(-1)
    if (!part) return undefined
    const { points, along } = part
    const wanted = Math.min(Math.max(metres - part.before, 0), part.lengthM)
    let low = 0
    let high = points.length - 1
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((along[middle] as number) <= wanted) low = middle
      else high = middle
    }
    const from = points[low] as TrackPoint
    const to = points[high] as TrackPoint
    const leg = (along[high] as number) - (along[low] as number)
    const share = leg === 0 ? 0 : (wanted - (along[low] as number)) / leg
    return { lat: from.lat + (to.lat - from.lat) * share, lon: from.lon + lonDifference(from.lon, to.lon) * share }
  }
  return { lengthM: before, placeAt }
}
