import { Type } from 'typebox'
import { idempotencyErrors, operationsOf } from '../operation.ts'
import { accountId, customId, internalId } from '../schemas/identifiers.ts'
import { item } from '../schemas/item-content.ts'
import { itemKind } from '../schemas/references.ts'
import { closed, pageOf, pageQuery, text } from '../schemas/shape.ts'

const shared = { service: 'geodata', audience: 'partner', role: 'viewer', tag: 'Items' } as const
const operation = operationsOf({ ...shared, params: closed({ geodata_id: internalId }) })

export const setExternalId = operation('PATCH /content/geodata/{geodata_id}/externalid', {
  role: 'editor',
  summary: 'Change the custom ID of an item',
  description: 'Guidebooks and releases that use the item still use it.',
  body: closed({ account: Type.Optional(accountId), value: customId }, { examples: [{ value: 'POI-2' }] }),
  responses: { 200: { description: 'The item.', body: item } },
  errors: ['custom-id-taken', 'precondition-failed', ...idempotencyErrors],
})

export const readItem = operation('GET /content/geodata/{geodata_id}', {
  summary: 'Read an item; a route has its waypoints',
  description: 'Coordinates are exactly as they were sent.',
  responses: { 200: { description: 'The item; coordinates exactly as they were sent.', body: item } },
})

export const listItems = operationsOf(shared)('GET /content/geodata', {
  summary: 'List items',
  description:
    'Of one library or of all, of one kind or of all, in the order of their creation. With `library` and `customId` it finds one item.',
  query: closed({
    account: Type.Optional(accountId),
    library: Type.Optional(customId),
    kind: Type.Optional(itemKind),
    customId: Type.Optional(customId),
    q: Type.Optional(
      text(200, {
        description: 'Words that must all be in the custom ID or in the names. Only the first eight count.',
      }),
    ),
    ...pageQuery,
  }),
  responses: { 200: { description: 'A page of items; routes without their waypoints.', body: pageOf(item) } },
})

export const readItemGeojson = operation('GET /content/geodata/{geodata_id}.geojson', {
  summary: 'Read a route or a point of interest as GeoJSON',
  description: 'A line for a route, a point for a point of interest. Text pages have no place: 404.',
  responses: { 200: { description: 'A GeoJSON feature.', contentType: 'application/geo+json' } },
})

export const readItemGpx = operation('GET /content/geodata/{geodata_id}.gpx', {
  summary: 'Read a route or a point of interest as GPX 1.1',
  description: 'A track for a route, a waypoint for a point of interest. Text pages have no place: 404.',
  responses: { 200: { description: 'A GPX file.', contentType: 'application/gpx+xml' } },
})

export const readItemImage = operation('GET /content/geodata/{geodata_id}/image', {
  summary: 'Read the image of an item',
  description: 'The image as it was sent. An item without an image: 404.',
  responses: { 200: { description: 'A PNG or JPEG image.', contentType: 'image/*' } },
})

export const deleteItem = operation('DELETE /content/geodata/{geodata_id}', {
  role: 'editor',
  summary: 'Delete an item',
  description:
    'Refused while a guidebook, or the guidebook of a release, contains the item. The detail says how many do, the errors name the places.',
  responses: { 204: { description: 'The item is deleted.' } },
  errors: ['item-in-use', 'precondition-failed'],
})
