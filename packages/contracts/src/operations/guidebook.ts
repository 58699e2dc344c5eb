import { Type } from 'typebox'
import { idempotencyErrors, operationsOf } from '../operation.ts'
import { analytics } from '../schemas/analytics.ts'
import { date, language } from '../schemas/fields.ts'
import {
  guidebook,
  guidebookCreation,
  guidebookReplacement,
  guidebookSorts,
  guidebookSummary,
} from '../schemas/guidebook.ts'
import { accountId, customIdLike, internalId } from '../schemas/identifiers.ts'
import { refusedImages } from '../schemas/images.ts'
import { closed, oneOf, pageOf, pageQuery, text } from '../schemas/shape.ts'
import { guidebookBodyValues, mebibytes } from './limits.ts'

const operation = operationsOf({ service: 'geodata', audience: 'partner', role: 'editor', tag: 'Guidebooks' })
const refused = [
  'custom-id-taken',
  'reference-not-found',
  'reference-wrong-kind',
  'stage-number-taken',
  ...refusedImages,
  ...idempotencyErrors,
] as const

export const createGuidebook = operation('POST /content/guidebook', {
  summary: 'Create a guidebook',
  description: 'Stages refer to items of libraries. All references are checked, and all faults are reported at once.',
  body: guidebookCreation,
  bodyLimitBytes: mebibytes(16),
  bodyValues: guidebookBodyValues,
  responses: { 201: { description: 'The guidebook.', body: guidebook, location: true } },
  errors: refused,
})

export const replaceGuidebook = operation('PUT /content/guidebook/{customId}', {
  summary: 'Replace a guidebook',
  description:
    'The whole content is replaced. The cover stays when no image is sent; `null` removes it. Sold releases follow within minutes. ' +
    '`If-Match` does not compare what changes with the items: their names and attributes, and `version`.',
  params: closed({ customId: customIdLike('GB-1') }),
  body: guidebookReplacement,
  bodyLimitBytes: mebibytes(16),
  bodyValues: guidebookBodyValues,
  responses: { 200: { description: 'The guidebook.', body: guidebook } },
  errors: [...refused, 'precondition-failed'],
})

export const listGuidebooks = operation('GET /content/guidebook', {
  role: 'viewer',
  summary: 'List guidebooks',
  description: 'The guidebooks that the account wrote, without their content. All filters together must match.',
  query: closed({
    account: Type.Optional(accountId),
    q: Type.Optional(
      text(200, {
        description: 'Words that must all be in the custom ID or in the titles. Only the first eight count.',
      }),
    ),
    item: Type.Optional({
      ...internalId,
      description: 'Only guidebooks that contain the item with this internal ID.',
    } as typeof internalId),
    sort: Type.Optional(
      oneOf(guidebookSorts, {
        default: '-created',
        description:
          'By creation, last change, custom ID or title; with `-` the other way round. Only the first 100 characters count.',
      }),
    ),
    lang: Type.Optional({
      ...language,
      description:
        'Language of the titles to sort by. A guidebook without it is sorted by its English title, else by any.',
    } as typeof language),
    ...pageQuery,
  }),
  responses: {
    200: { description: 'A page of guidebooks, newest first by default.', body: pageOf(guidebookSummary) },
  },
})

export const readGuidebook = operation('GET /content/guidebook/{account}/{customId}', {
  role: 'viewer',
  summary: 'Read a guidebook',
  description: 'With its stages and the names of their items.',
  params: closed({ account: accountId, customId: customIdLike('GB-1') }),
  responses: { 200: { description: 'The guidebook.', body: guidebook } },
  errors: ['payload-too-large'],
})

export const readGuidebookCover = operation('GET /content/guidebook/{account}/{customId}/cover', {
  role: 'viewer',
  summary: 'Read the cover of a guidebook',
  description: 'The image as it was sent. A guidebook without a cover: 404.',
  params: closed({ account: accountId, customId: customIdLike('GB-1') }),
  responses: { 200: { description: 'A PNG or JPEG image.', contentType: 'image/*' } },
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
