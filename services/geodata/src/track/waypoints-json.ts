import { unpackTrack } from '@guidebook/route-geometry'

/** The points as they were sent, as JSON text: `[{"lat":…,"lon":…,"ele":…},…]`. */
export const waypointsJson = (packed: Uint8Array): string => JSON.stringify(unpackTrack(packed).flat())
