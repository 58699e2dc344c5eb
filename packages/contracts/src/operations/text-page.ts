import { idempotencyErrors, operationsOf } from '../operation.ts'
import { refusedImages } from '../schemas/images.ts'
import { textChange, textCreation, textPage } from '../schemas/text-page.ts'
import { mebibytes } from './limits.ts'

const operation = operationsOf({
  service: 'geodata',
  audience: 'partner',
  role: 'editor',
  tag: 'Text pages',
  bodyBase64: 'imageBase64',
  // An image and 8 MiB of texts.
  bodyLimitBytes: mebibytes(16),
})

export const createText = operation('POST /content/geodata/text', {
  summary: 'Create a text page',
  description: 'A text for travellers, such as directions or general terms. HTML is allowed.',
  body: textCreation,
  responses: { 201: { description: 'The stored text page.', body: textPage, location: true } },
  errors: ['custom-id-taken', 'library-not-found', ...refusedImages, ...idempotencyErrors],
})

export const updateText = operation('PUT /content/geodata/text', {
  summary: 'Update a text page by its custom ID',
  description: 'Changes only the fields that are sent; 404 when the text does not exist.',
  body: textChange,
  responses: { 200: { description: 'The stored text page.', body: textPage } },
  errors: ['precondition-failed', ...refusedImages, ...idempotencyErrors],
})
