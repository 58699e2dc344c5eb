import { unpackTrack } from '@guidebook/route-geometry'

/** The last point of a packed track; null if it has no points. */
export function lastPoint(track: Uint8Array | null): { lat: number; lon: number } | null {
  const last =
    track === null
      ? undefined
      : unpackTrack(track)
          .findLast((segment) => segment.length > 0)
          ?.at(-1)
  return last ? { lat: last.lat, lon: last.lon } : null
}
