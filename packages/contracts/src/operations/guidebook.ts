import { Type } from 'typebox'
import { idempotencyErrors, operationsOf } from '../operation.ts'
import { analytics } from '../schemas/analytics.ts'
import { date } from '../schemas/fields.ts'
import { guidebook, guidebookCreation, guidebookReplacement } from '../schemas/guidebook.ts'
import { accountId, customIdLike } from '../schemas/identifiers.ts'
import { closed } from '../schemas/shape.ts'
import { guidebookBodyValues, mebibytes } from './limits.ts'

const operation = operationsOf({ service: 'geodata', audience: 'partner', role: 'editor', tag: 'Guidebooks' })
const refused = [
  'custom-id-taken',
  'reference-not-found',
  'reference-wrong-kind',
  'stage-number-taken',
  'image-too-large',
  'image-not-supported',
  ...idempotencyErrors,
] as const

export const createGuidebook = operation('POST /content/guidebook', {
  summary: 'Create a guidebook',
  description: 'Stages refer to items of libraries. All references are checked, and all faults are reported at once.',
  body: guidebookCreation,
  bodyLimitBytes: mebibytes(16),
  bodyValues: guidebookBodyValues,
  responses: { 201: { description: 'The guidebook.', body: guidebook } },
  errors: refused,
})

export const replaceGuidebook = operation('PUT /content/guidebook/{customId}', {
  summary: 'Replace a guidebook',
  description:
    'The whole content is replaced; the cover stays when no image is sent. Sold releases follow within minutes.',
  params: closed({ customId: customIdLike('GB-1') }),
  body: guidebookReplacement,
  bodyLimitBytes: mebibytes(16),
  bodyValues: guidebookBodyValues,
  responses: { 200: { description: 'The guidebook.', body: guidebook } },
  errors: [...refused, 'precondition-failed'],
})

export const readGuidebook = operation('GET /content/guidebook/{account}/{customId}', {
  role: 'viewer',
  summary: 'Read a guidebook',
  description: 'With its stages and the names of their items.',
  params: closed({ account: accountId, customId: customIdLike('GB-1') }),
  responses: { 200: { description: 'The guidebook.', body: guidebook } },
  errors: ['payload-too-large'],
})

export const readAnalytics = operation('GET /content/guidebook/{account}/{customId}/analytics', {
  role: 'viewer',
  service: 'releases',
  summary: 'Read the analytics of a guidebook',
  description:
    'Everything that travellers did with releases of the guidebook, also with customized ones and with on-demand releases that have it as their template. Nothing is known of who they are. Without days: the last thirty.',
  params: closed({ account: accountId, customId: customIdLike('GB-1') }),
  query: closed({ from: Type.Optional(date), to: Type.Optional(date) }),
  responses: { 200: { description: 'Counts, in total and by day.', body: analytics } },
  errors: ['period-reversed'],
})
