import { type Static, Type } from 'typebox'
import { closed } from './shape.ts'

export const latitude = Type.Number({ minimum: -90, maximum: 90, description: 'Latitude in degrees, WGS 84.' })
export const longitude = Type.Number({ minimum: -180, maximum: 180, description: 'Longitude in degrees, WGS 84.' })

/** Wide limits: GPS receivers write wrong heights, and values are stored as they were sent. */
const elevation = Type.Number({ minimum: -100_000, maximum: 100_000, description: 'Height in metres.' })

export const waypoint = closed({ lat: latitude, lon: longitude, ele: Type.Optional(elevation) })
export type Waypoint = Static<typeof waypoint>

/** The fields of a point that is read as columns. */
export const waypointColumns = ['lat', 'lon', 'ele'] as const satisfies (keyof Waypoint)[]

export const maxWaypoints = 200_000

export const waypoints = Type.Array(waypoint, {
  minItems: 2,
  maxItems: maxWaypoints,
  description: 'Points of the route in order. All, some or no points may have `ele`.',
  examples: [
    [
      { lat: 46.83412, lon: 9.29731, ele: 1512.4 },
      { lat: 46.83398, lon: 9.29755, ele: 1514 },
    ],
  ],
})

/** South-west and north-east corner. `west` is larger than `east` when the box crosses the antimeridian. */
export const bounds = closed({ south: latitude, west: longitude, north: latitude, east: longitude })
