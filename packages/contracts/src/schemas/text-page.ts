import { type Static, Type } from 'typebox'
import examples from './examples.json' with { type: 'json' }
import { anyNames, descriptions, instant, names } from './fields.ts'
import { accountId, customId, internalId, version } from './identifiers.ts'
import { changedImage, imageBase64, storedImage } from './images.ts'
import { byCustomId } from './references.ts'
import { closed, nullable } from './shape.ts'

export const textCreation = closed(
  {
    account: accountId,
    library: byCustomId,
    customId,
    names,
    descriptions: Type.Optional(descriptions),
    imageBase64: Type.Optional(imageBase64),
  },
  { examples: [examples.textPage] },
)

/** Addressed by account, library and custom ID. */
export const textChange = closed(
  {
    account: accountId,
    library: byCustomId,
    customId,
    names: Type.Optional(anyNames),
    descriptions: Type.Optional(descriptions),
    imageBase64: changedImage('image'),
  },
  { examples: [examples.textPage] },
)

export const textPage = closed(
  {
    id: internalId,
    kind: Type.Literal('text'),
    account: accountId,
    library: byCustomId,
    customId: nullable(customId),
    names: anyNames,
    descriptions,
    image: nullable(storedImage),
    version,
    createdAt: instant,
    updatedAt: instant,
  },
  { title: 'TextPage' },
)
export type StoredText = Static<typeof textPage>
