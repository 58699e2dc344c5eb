import { defineOperation } from '../operation.ts'
import { waypointColumns, waypoints } from '../schemas/coordinates.ts'
import { internalId } from '../schemas/identifiers.ts'
import { route, routeChange, routeCreation } from '../schemas/route.ts'
import { closed } from '../schemas/shape.ts'
import { largestBody } from './limits.ts'

const shared = { service: 'geodata', audience: 'partner', tag: 'Routes' } as const
/** `most` exceeds the limit of the schema, so that a body slightly above that limit gets the fault of the schema. */
const routeColumns = { field: 'waypoints', names: waypointColumns, array: waypoints, most: 250_000 } as const

export const createRoute = defineOperation({
  ...shared,
  id: 'createRoute',
  method: 'POST',
  path: '/content/geodata/route',
  summary: 'Create a route',
  description:
    'The route is placed in a library or in a guidebook. Length, ascent, descent and time are calculated from its points; ' +
    '`attributes` override them.',
  body: routeCreation,
  bodyColumns: routeColumns,
  bodyLimitBytes: largestBody,
  responses: { 201: { description: 'The stored route, without its waypoints.', body: route } },
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
  description: 'Changes only the fields that are sent.',
  params: closed({ route_id: internalId }),
  body: routeChange,
  bodyColumns: routeColumns,
  bodyLimitBytes: largestBody,
  responses: { 200: { description: 'The stored route, without its waypoints.', body: route } },
  errors: [
    'custom-id-taken',
    'library-not-found',
    'guidebook-not-found',
    'precondition-failed',
    'request-in-progress',
    'idempotency-key-reused',
  ],
})
