import { type Static, Type } from 'typebox'
import { anyNames, descriptions, instant, names } from './fields.ts'
import { accountId, customId, internalId, version } from './identifiers.ts'
import { imageBase64 } from './images.ts'
import { itemKind } from './item.ts'
import { itemReference } from './references.ts'
import { closed, nullable } from './shape.ts'

export const stageNumber = Type.Integer({
  minimum: 0,
  maximum: 9999,
  description: 'Number of the stage; stages are sorted by it.',
})

const members = Type.Array(itemReference, { maxItems: 1000 })

const sentStage = closed({
  number: stageNumber,
  titles: Type.Optional(anyNames),
  routes: Type.Optional(members),
  pois: Type.Optional(members),
  texts: Type.Optional(members),
})

const sent = {
  titles: names,
  descriptions: Type.Optional(descriptions),
  imageBase64: Type.Optional(imageBase64),
  stages: Type.Optional(Type.Array(sentStage, { maxItems: 1000 })),
  generalInfo: Type.Optional(members),
}

export const guidebookCreation = closed(
  { account: accountId, customId, ...sent },
  {
    examples: [
      {
        account: 'ACCOUNT_ID',
        customId: 'GB-1',
        titles: { en: 'Over the passes' },
        stages: [
          {
            number: 1,
            titles: { en: 'To the pass' },
            routes: [{ libraryCustomId: 'LIB-1', customId: 'ROUTE-1' }],
            pois: [],
            texts: [],
          },
        ],
        generalInfo: [{ libraryCustomId: 'TEXTS', customId: 'TEXT-1' }],
      },
    ],
  },
)

/** Replaces the whole guidebook. Without an image the cover stays. */
export const guidebookReplacement = closed({ account: accountId, customId: Type.Optional(customId), ...sent })

const member = closed({
  link: internalId,
  kind: itemKind,
  libraryCustomId: nullable(customId),
  customId: nullable(customId),
  names: anyNames,
})

export const guidebook = closed(
  {
    id: internalId,
    account: accountId,
    customId: nullable(customId),
    titles: anyNames,
    descriptions,
    cover: nullable(closed({ mediaType: Type.String(), bytes: Type.Integer({ minimum: 0 }) })),
    stages: Type.Array(
      closed({
        number: stageNumber,
        titles: anyNames,
        routes: Type.Array(member),
        pois: Type.Array(member),
        texts: Type.Array(member),
      }),
    ),
    generalInfo: Type.Array(member),
    version,
    createdAt: instant,
    updatedAt: instant,
  },
  { title: 'Guidebook' },
)
export type StoredGuidebook = Static<typeof guidebook>
