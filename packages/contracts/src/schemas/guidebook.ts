import { type Static, type TSchema, Type } from 'typebox'
import examples from './examples.json' with { type: 'json' }
import { anyNames, descriptions, instant, names } from './fields.ts'
import { accountId, customId, internalId, version } from './identifiers.ts'
import { imageBase64 } from './images.ts'
import { itemKind, itemReference, routeRole, stageRouteReference } from './references.ts'
import { closed, nullable } from './shape.ts'

export const stageNumber = Type.Integer({
  minimum: 0,
  maximum: 9999,
  description: 'Number of the stage; stages are sorted by it.',
})

/** Stages with their routes, points of interest and texts. */
export const stagesOf = <R extends TSchema, P extends TSchema, T extends TSchema>(route: R, poi: P, text: T) =>
  Type.Array(
    closed({
      number: stageNumber,
      titles: anyNames,
      routes: Type.Array(route),
      pois: Type.Array(poi),
      texts: Type.Array(text),
    }),
  )

const members = Type.Array(itemReference, { maxItems: 1000 })

const sentStage = closed({
  number: stageNumber,
  titles: Type.Optional(anyNames),
  routes: Type.Optional(Type.Array(stageRouteReference, { maxItems: 1000 })),
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

export const guidebookCreation = closed({ account: accountId, customId, ...sent }, { examples: [examples.guidebook] })

/** Replaces the whole guidebook. Without an image the cover stays. */
export const guidebookReplacement = closed(
  { account: accountId, customId: Type.Optional(customId), ...sent },
  { examples: [examples.guidebook] },
)

const memberFields = {
  link: internalId,
  kind: itemKind,
  libraryCustomId: nullable(customId),
  customId: nullable(customId),
  names: anyNames,
}
const member = closed(memberFields)
/** `role` as it was sent. */
const stageRoute = closed({ ...memberFields, role: Type.Optional(routeRole) })

export const guidebook = closed(
  {
    id: internalId,
    account: accountId,
    customId: nullable(customId),
    titles: anyNames,
    descriptions,
    cover: nullable(closed({ mediaType: Type.String(), bytes: Type.Integer({ minimum: 0 }) })),
    stages: stagesOf(stageRoute, member, member),
    generalInfo: Type.Array(member),
    version,
    createdAt: instant,
    updatedAt: instant,
  },
  { title: 'Guidebook' },
)
export type StoredGuidebook = Static<typeof guidebook>
