/** Geodata's operations for other services. */
import { Type } from 'typebox'
import { defineOperation } from '../operation.ts'
import { anyNames } from '../schemas/fields.ts'
import { accountId, customId, internalId, releaseKey, version } from '../schemas/identifiers.ts'
import { itemKind } from '../schemas/item.ts'
import { guidebookContent, itemContent } from '../schemas/item-content.ts'
import { closed, nullable } from '../schemas/shape.ts'
import { storedGuidebook } from '../schemas/stored-guidebook.ts'
import { largestBody, mebibytes } from './limits.ts'

const shared = { service: 'geodata', audience: 'internal', tag: 'Internal' } as const
const ofAccount = closed({ account: accountId })

const question = closed(
  {
    link: Type.Optional(internalId),
    libraryCustomId: Type.Optional(customId),
    customId: Type.Optional(customId),
    kind: Type.Optional(itemKind),
  },
  { exactlyOneOf: ['link', ['libraryCustomId', 'customId']] },
)
const answer = closed({
  id: internalId,
  kind: itemKind,
  version,
  customId: nullable(customId),
  /** Custom ID of the library; null when the item is in a guidebook. */
  library: nullable(customId),
})

export const resolveReferences = defineOperation({
  ...shared,
  id: 'resolveReferences',
  method: 'POST',
  path: '/internal/references/resolve',
  summary: 'Find the items of references. Results are in the order of the references, null for unknown ones.',
  callers: ['releases', 'builder', 'importer'],
  body: closed({ account: accountId, references: Type.Array(question, { maxItems: 20_000 }) }),
  bodyLimitBytes: largestBody,
  bodyValues: 100_000,
  responses: {
    200: { description: 'One result for each reference.', body: closed({ results: Type.Array(nullable(answer)) }) },
  },
  errors: [],
})

export const findGuidebooks = defineOperation({
  ...shared,
  id: 'findGuidebooks',
  method: 'POST',
  path: '/internal/guidebooks/find',
  summary:
    'Find guidebooks of any accounts by custom ID. Results are in the order of the questions, null for unknown ones.',
  callers: ['releases'],
  body: closed({ questions: Type.Array(closed({ account: accountId, customId }), { maxItems: 100 }) }),
  bodyLimitBytes: mebibytes(1),
  responses: {
    200: {
      description: 'One result for each question.',
      body: closed({
        results: Type.Array(
          nullable(closed({ id: internalId, customId, titles: anyNames, version, hasCover: Type.Boolean() })),
        ),
      }),
    },
  },
  errors: [],
})

export const readGuidebookContent = defineOperation({
  ...shared,
  id: 'readGuidebookContent',
  method: 'GET',
  path: '/internal/guidebooks/{guidebook_id}/content',
  summary: 'Read a guidebook with all its items, without tracks',
  callers: ['builder'],
  params: closed({ guidebook_id: internalId }),
  query: ofAccount,
  responses: { 200: { description: 'The content.', body: guidebookContent } },
  errors: ['payload-too-large'],
})

export const readItemContents = defineOperation({
  ...shared,
  id: 'readItemContents',
  method: 'POST',
  path: '/internal/items/contents',
  summary: 'Read items without tracks; unknown ones are omitted',
  callers: ['builder'],
  body: closed({ account: accountId, ids: Type.Array(internalId, { maxItems: 20_000 }) }),
  bodyLimitBytes: mebibytes(8),
  responses: { 200: { description: 'The items.', body: closed({ items: Type.Array(itemContent) }) } },
  errors: ['payload-too-large'],
})

export const readTrack = defineOperation({
  ...shared,
  id: 'readTrack',
  method: 'GET',
  path: '/internal/items/{item_id}/track',
  summary: 'Read the packed track of a route',
  callers: ['builder'],
  params: closed({ item_id: internalId }),
  query: ofAccount,
  responses: { 200: { description: 'The packed track.', contentType: 'application/octet-stream' } },
  errors: [],
})

export const storeGuidebook = defineOperation({
  ...shared,
  id: 'storeGuidebook',
  method: 'PUT',
  path: '/internal/guidebooks/on-demand/{release_key}',
  summary: 'Store the guidebook of a release; a repeat of the same generation has no effect',
  callers: ['builder'],
  params: closed({ release_key: releaseKey }),
  body: storedGuidebook,
  bodyLimitBytes: largestBody,
  bodyValues: 500_000,
  responses: {
    200: { description: 'The stored guidebook.', body: closed({ guidebook: closed({ id: internalId, version }) }) },
  },
  errors: ['generation-superseded', 'reference-not-found'],
})
