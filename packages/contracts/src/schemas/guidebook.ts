import { type Static, type TSchema, Type } from 'typebox'
import examples from './examples.json' with { type: 'json' }
import { anyNames, descriptions, instant, names } from './fields.ts'
import { accountId, customId, internalId, version } from './identifiers.ts'
import { changedImage, imageBase64, storedImage } from './images.ts'
import { itemKind, itemReference, routeRole, stageRouteReference } from './references.ts'
import { effectiveAttributes } from './route.ts'
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

/** Replaces the whole guidebook. */
export const guidebookReplacement = closed(
  {
    account: accountId,
    customId: Type.Optional(customId),
    ...sent,
    imageBase64: changedImage('cover'),
  },
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
const stageRoute = closed({ ...memberFields, role: Type.Optional(routeRole), attributes: effectiveAttributes })

export const guidebook = closed(
  {
    id: internalId,
    account: accountId,
    customId: nullable(customId),
    titles: anyNames,
    descriptions,
    cover: nullable(storedImage),
    stages: stagesOf(stageRoute, member, member),
    generalInfo: Type.Array(member),
    version,
    createdAt: instant,
    updatedAt: instant,
  },
  { title: 'Guidebook' },
)
export type StoredGuidebook = Static<typeof guidebook>

/** A guidebook in a list. */
export const guidebookSummary = closed(
  {
    id: internalId,
    account: accountId,
    customId,
    titles: anyNames,
    cover: nullable(storedImage),
    stageCount: Type.Integer({ minimum: 0, description: 'Number of stages.' }),
    version,
    createdAt: instant,
    updatedAt: instant,
  },
  { title: 'GuidebookSummary', description: 'A guidebook without its descriptions and its content.' },
)
export type GuidebookSummary = Static<typeof guidebookSummary>

export const guidebookSorts = [
  'created',
  '-created',
  'changed',
  '-changed',
  'customId',
  '-customId',
  'title',
  '-title',
] as const
