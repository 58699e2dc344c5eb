import { defineOperation } from '../operation.ts'
import { waypointColumns, waypoints } from '../schemas/coordinates.ts'
import { internalId } from '../schemas/identifiers.ts'
import { route, routeChange, routeCreation } from '../schemas/route.ts'
import { closed } from '../schemas/shape.ts'
import { largestBody } from './limits.ts'

const shared = { service: 'geodata', audience: 'partner', tag: 'Routes' } as const
/** `most` is above the schema's own limit, so that a body a little beyond that limit gets the schema's fault. */
const routeColumns = { field: 'waypoints', names: waypointColumns, array: waypoints, most: 250_000 } as const

export const createRoute = defineOperation({
  ...shared,
  id: 'createRoute',
  method: 'POST',
  path: '/content/geodata/route',
  summary: 'Create a route',
  description:
    'The route is placed in a library or in a guidebook. Length, ascent, descent and time are calculated from its points; ' +
    'what `attributes` says overrides them.',
  body: routeCreation,
  bodyColumns: routeColumns,
  bodyLimitBytes: largestBody,
  responses: { 201: { description: 'The stored route, without its points.', body: route } },
  errors: [
    'custom-id-taken',
    'library-not-found',
    'guidebook-not-found',
    'request-in-progress',
    'idempotency-key-reused',
  ],
})

export const updateRoute = defineOperation({
  ...shared,
  id: 'updateRoute',
  method: 'PUT',
  path: '/content/geodata/route/{route_id}',
  summary: 'Update a route',
  description: 'Only what is sent changes.',
  params: closed({ route_id: internalId }),
  body: routeChange,
  bodyColumns: routeColumns,
  bodyLimitBytes: largestBody,
  responses: { 200: { description: 'The stored route, without its points.', body: route } },
  errors: [
    'custom-id-taken',
    'library-not-found',
    'guidebook-not-found',
    'precondition-failed',
    'request-in-progress',
    'idempotency-key-reused',
  ],
})
