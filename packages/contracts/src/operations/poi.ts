import { idempotencyErrors, operationsOf } from '../operation.ts'
import { internalId } from '../schemas/identifiers.ts'
import { refusedImages } from '../schemas/images.ts'
import { poi, poiChange, poiCreation, poiPatch } from '../schemas/poi.ts'
import { closed } from '../schemas/shape.ts'
import { mebibytes } from './limits.ts'

const operation = operationsOf({
  service: 'geodata',
  audience: 'partner',
  role: 'editor',
  tag: 'Points of interest',
  bodyBase64: 'imageBase64',
  // An image and 4 MiB of texts.
  bodyLimitBytes: mebibytes(12),
})

export const createPoi = operation('POST /content/geodata/poi', {
  summary: 'Create a point of interest',
  description: 'In a library of the account. Releases show it when a guidebook or a booking refers to it.',
  body: poiCreation,
  responses: { 201: { description: 'The stored POI.', body: poi, location: true } },
  errors: ['custom-id-taken', 'library-not-found', ...refusedImages, ...idempotencyErrors],
})

export const updatePoi = operation('PUT /content/geodata/poi', {
  summary: 'Update a point of interest by its custom ID',
  description:
    'Addressed by `account`, `library.customId` and `customId`; 404 when it does not exist. A synchronisation can update first ' +
    'and create on 404. `category` and `tags` are ignored.',
  body: poiChange,
  responses: { 200: { description: 'The stored POI.', body: poi } },
  errors: ['precondition-failed', ...refusedImages, ...idempotencyErrors],
})

export const patchPoi = operation('PATCH /content/geodata/poi/{geodata_id}', {
  summary: 'Change a point of interest, including category and tags',
  description:
    'Changes only the fields that are sent. The custom ID is changed with `PATCH /content/geodata/{geodata_id}/externalid`.',
  params: closed({ geodata_id: internalId }),
  body: poiPatch,
  responses: { 200: { description: 'The stored POI.', body: poi } },
  errors: ['precondition-failed', ...refusedImages, ...idempotencyErrors],
})
