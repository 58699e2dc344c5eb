import { Type } from 'typebox'
import { defineOperation } from '../operation.ts'
import { accountId, customId, internalId } from '../schemas/identifiers.ts'
import { item, itemKind } from '../schemas/item.ts'
import { closed, pageOf, pageQuery } from '../schemas/shape.ts'

const shared = { service: 'geodata', audience: 'partner', tag: 'Items' } as const
const params = closed({ geodata_id: internalId })

export const setExternalId = defineOperation({
  ...shared,
  id: 'setExternalId',
  method: 'PATCH',
  path: '/content/geodata/{geodata_id}/externalid',
  summary: 'Change the custom ID of an item',
  params,
  body: closed({ account: Type.Optional(accountId), value: customId }, { examples: [{ value: 'POI-2' }] }),
  responses: { 200: { description: 'The item.', body: item } },
  errors: ['custom-id-taken', 'precondition-failed', 'request-in-progress', 'idempotency-key-reused'],
})

export const readItem = defineOperation({
  ...shared,
  id: 'readItem',
  method: 'GET',
  path: '/content/geodata/{geodata_id}',
  summary: 'Read an item; a route has its waypoints',
  params,
  responses: { 200: { description: 'The item; coordinates exactly as they were sent.', body: item } },
  errors: [],
})

export const listItems = defineOperation({
  ...shared,
  id: 'listItems',
  method: 'GET',
  path: '/content/geodata',
  summary: 'List items',
  query: closed({
    account: Type.Optional(accountId),
    library: Type.Optional(customId),
    kind: Type.Optional(itemKind),
    customId: Type.Optional(customId),
    ...pageQuery,
  }),
  responses: { 200: { description: 'A page of items; routes without their waypoints.', body: pageOf(item) } },
  errors: [],
})

export const readItemGeojson = defineOperation({
  ...shared,
  id: 'readItemGeojson',
  method: 'GET',
  path: '/content/geodata/{geodata_id}.geojson',
  summary: 'Read a route or a point of interest as GeoJSON',
  params,
  responses: { 200: { description: 'A GeoJSON feature.', contentType: 'application/geo+json' } },
  errors: [],
})

export const readItemGpx = defineOperation({
  ...shared,
  id: 'readItemGpx',
  method: 'GET',
  path: '/content/geodata/{geodata_id}.gpx',
  summary: 'Read a route or a point of interest as GPX 1.1',
  params,
  responses: { 200: { description: 'A GPX file.', contentType: 'application/gpx+xml' } },
  errors: [],
})

export const deleteItem = defineOperation({
  ...shared,
  id: 'deleteItem',
  method: 'DELETE',
  path: '/content/geodata/{geodata_id}',
  summary: 'Delete an item',
  description: 'Refused while a guidebook uses the item. The errors name the places.',
  params,
  responses: { 204: { description: 'The item is deleted.' } },
  errors: ['item-in-use', 'precondition-failed'],
})
