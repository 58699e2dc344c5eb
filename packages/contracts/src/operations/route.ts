import { idempotencyErrors, operationsOf } from '../operation.ts'
import { waypointColumns, waypoints } from '../schemas/coordinates.ts'
import { internalId } from '../schemas/identifiers.ts'
import { refusedImages } from '../schemas/images.ts'
import { route, routeChange, routeCreation } from '../schemas/route.ts'
import { closed } from '../schemas/shape.ts'
import { largestBody } from './limits.ts'

const operation = operationsOf({ service: 'geodata', audience: 'partner', role: 'editor', tag: 'Routes' })
/** `most` exceeds the limit of the schema, so that a body slightly above that limit gets the fault of the schema. */
const routeColumns = { field: 'waypoints', names: waypointColumns, array: waypoints, most: 250_000 } as const

export const createRoute = operation('POST /content/geodata/route', {
  summary: 'Create a route',
  description:
    'The route is placed in a library or in a guidebook. Length, ascent, descent and time are calculated from its points; ' +
    '`attributes` override them.',
  body: routeCreation,
  bodyColumns: routeColumns,
  bodyBase64: 'imageBase64',
  bodyLimitBytes: largestBody,
  responses: { 201: { description: 'The stored route, without its waypoints.', body: route, location: true } },
  errors: ['custom-id-taken', 'library-not-found', 'guidebook-not-found', ...refusedImages, ...idempotencyErrors],
})

export const updateRoute = operation('PUT /content/geodata/route/{route_id}', {
  summary: 'Update a route',
  description: 'Changes only the fields that are sent.',
  params: closed({ route_id: internalId }),
  body: routeChange,
  bodyColumns: routeColumns,
  bodyBase64: 'imageBase64',
  bodyLimitBytes: largestBody,
  responses: { 200: { description: 'The stored route, without its waypoints.', body: route } },
  errors: [
    'custom-id-taken',
    'library-not-found',
    'guidebook-not-found',
    'precondition-failed',
    ...refusedImages,
    ...idempotencyErrors,
  ],
})
