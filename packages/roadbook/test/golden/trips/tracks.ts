import type { TrackPoint } from '@guidebook/route-geometry'

interface End {
  lat: number
  lon: number
  ele: number
}

interface Way {
  from: End
  to: End
  points: number
  /** Metres by which it rises above the straight slope in the middle. */
  climb: number
  /** Degrees by which it leaves the straight line, to the left; 0: hardly. */
  detour?: number
  /** Ways with different seeds have different bends. */
  seed: number
}

/** A made-up track between two real places: bends of three sizes, like a path that avoids steep ground. */
export const mountainTrack = ({ from, to, points, climb, detour = 0, seed }: Way): TrackPoint[] =>
  Array.from({ length: points }, (_, index) => {
    const share = index / (points - 1)
    // All bends end where the track ends.
    const fade = Math.sin(Math.PI * share)
    const [north, east] = [to.lat - from.lat, to.lon - from.lon]
    const bend = [3, 11, 41].reduce((sum, waves, size) => {
      return sum + Math.sin(share * waves * Math.PI + seed * (size + 1)) / (4 * (size + 1) ** 2)
    }, 0)
    const aside = fade * (0.35 * bend + detour / Math.hypot(north, east))
    const hills = 60 * Math.sin(share * 7 * Math.PI + seed) + 18 * Math.sin(share * 29 * Math.PI)
    return {
      lat: from.lat + share * north + aside * east,
      lon: from.lon + share * east - aside * north,
      ele: Math.round((from.ele + share * (to.ele - from.ele) + fade * (climb + hills)) * 10) / 10,
    }
  })
