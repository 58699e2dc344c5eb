import { defineOperation } from '../operation.ts'
import { textChange, textCreation, textPage } from '../schemas/text-page.ts'
import { mebibytes } from './limits.ts'

const shared = {
  service: 'geodata',
  audience: 'partner',
  tag: 'Text pages',
  path: '/content/geodata/text',
  bodyLimitBytes: mebibytes(8),
} as const

export const createText = defineOperation({
  ...shared,
  id: 'createText',
  method: 'POST',
  summary: 'Create a text page',
  body: textCreation,
  responses: { 201: { description: 'The stored text page.', body: textPage } },
  errors: ['custom-id-taken', 'library-not-found', 'request-in-progress', 'idempotency-key-reused'],
})

export const updateText = defineOperation({
  ...shared,
  id: 'updateText',
  method: 'PUT',
  summary: 'Update a text page by its custom ID',
  body: textChange,
  responses: { 200: { description: 'The stored text page.', body: textPage } },
  errors: ['precondition-failed', 'request-in-progress', 'idempotency-key-reused'],
})
