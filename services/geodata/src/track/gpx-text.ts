import { normaliseLon, splitAtAntimeridian, unpackTrack, writeGpx } from '@guidebook/route-geometry'

/** A route as a GPX track with every point exactly as stored. A line across the antimeridian is cut there (-180 <= lon < 180). */
export function trackGpx(packed: Uint8Array, title: string): string {
  const segments = splitAtAntimeridian(unpackTrack(packed))
  return writeGpx({ name: title, tracks: [{ name: title, segments }] }, 'exact')
}

export function waypointGpx({ lat, lng, icon }: { lat: number; lng: number; icon: string }, title: string): string {
  const waypoint = { lat, lon: normaliseLon(lng), name: title, type: icon }
  return writeGpx({ name: title, waypoints: [waypoint] }, 'exact')
}
