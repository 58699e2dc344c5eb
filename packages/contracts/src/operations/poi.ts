import { defineOperation } from '../operation.ts'
import { internalId } from '../schemas/identifiers.ts'
import { poi, poiChange, poiCreation, poiPatch } from '../schemas/poi.ts'
import { closed } from '../schemas/shape.ts'
import { mebibytes } from './limits.ts'

const shared = {
  service: 'geodata',
  audience: 'partner',
  tag: 'Points of interest',
  bodyLimitBytes: mebibytes(4),
} as const

export const createPoi = defineOperation({
  ...shared,
  id: 'createPoi',
  method: 'POST',
  path: '/content/geodata/poi',
  summary: 'Create a point of interest',
  body: poiCreation,
  responses: { 201: { description: 'The stored POI.', body: poi } },
  errors: ['custom-id-taken', 'library-not-found', 'request-in-progress', 'idempotency-key-reused'],
})

export const updatePoi = defineOperation({
  ...shared,
  id: 'updatePoi',
  method: 'PUT',
  path: '/content/geodata/poi',
  summary: 'Update a point of interest by its custom ID',
  description:
    'Addressed by `account`, `library.customId` and `customId`; 404 when it does not exist. A synchronisation can update first ' +
    'and create on 404. `category` and `tags` are ignored.',
  body: poiChange,
  responses: { 200: { description: 'The stored POI.', body: poi } },
  errors: ['precondition-failed', 'request-in-progress', 'idempotency-key-reused'],
})

export const patchPoi = defineOperation({
  ...shared,
  id: 'patchPoi',
  method: 'PATCH',
  path: '/content/geodata/poi/{geodata_id}',
  summary: 'Change a point of interest, including category and tags',
  params: closed({ geodata_id: internalId }),
  body: poiPatch,
  responses: { 200: { description: 'The stored POI.', body: poi } },
  errors: ['precondition-failed', 'request-in-progress', 'idempotency-key-reused'],
})
