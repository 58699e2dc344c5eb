/** Items as geodata sends them to partners, and items and guidebooks as geodata and the builder exchange them. */
import { type Static, Type } from 'typebox'
import { bounds, latitude, longitude } from './coordinates.ts'
import { anyNames, descriptions } from './fields.ts'
import { stagesOf } from './guidebook.ts'
import { poiIcon, routeIcon } from './icons.ts'
import { accountId, customId, generation, internalId, releaseId, version } from './identifiers.ts'
import { imageRef } from './images.ts'
import { poi, poiAttributes } from './poi.ts'
import { routeRole } from './references.ts'
import { calculatedAttributes, effectiveAttributes, route } from './route.ts'
import { closed, nullable } from './shape.ts'
import { textPage } from './text-page.ts'

/** Any item of a library. */
export const item = Type.Union([route, poi, textPage], { title: 'Item' })
export type StoredItem = Static<typeof item>

const text = { kind: Type.Literal('text'), names: anyNames, descriptions, image: nullable(imageRef) }
const aRoute = { ...text, kind: Type.Literal('route'), color: nullable(Type.String()), icon: nullable(routeIcon) }
const aPoi = {
  ...text,
  kind: Type.Literal('poi'),
  lat: latitude,
  lng: longitude,
  icon: poiIcon,
  attributes: poiAttributes,
}

const stored = { id: internalId, customId: nullable(customId), library: nullable(customId), version }
const named = closed({ names: anyNames })

/** A route for the builder: everything except its track. */
export const routeContent = closed({
  ...stored,
  ...aRoute,
  attributes: effectiveAttributes,
  calculated: calculatedAttributes,
  bounds: nullable(bounds),
  pointCount: Type.Integer({ minimum: 0 }),
})
export type RouteContent = Static<typeof routeContent>
const stageRouteContent = closed({ ...routeContent.properties, role: Type.Optional(routeRole) })

export const poiContent = closed({ ...stored, ...aPoi, category: nullable(named), tags: Type.Array(named) })
export type PoiContent = Static<typeof poiContent>

export const textContent = closed({ ...stored, ...text })
export type TextContent = Static<typeof textContent>

export const itemContent = Type.Union([routeContent, poiContent, textContent])
export type ItemContent = Static<typeof itemContent>

const guidebook = {
  account: accountId,
  customId: nullable(customId),
  titles: anyNames,
  descriptions,
  cover: nullable(imageRef),
}

export const guidebookContent = closed({
  ...guidebook,
  id: internalId,
  version,
  stages: stagesOf(stageRouteContent, poiContent, textContent),
  generalInfo: Type.Array(itemContent),
})
export type GuidebookContent = Static<typeof guidebookContent>

const inlineRoute = closed({ ...aRoute, track: Type.String({ description: 'The packed track in Base64.' }) })
const inlineItem = Type.Union([inlineRoute, closed(aPoi), closed(text)])
export type InlineItem = Static<typeof inlineItem>

const memberFields = { id: Type.Optional(internalId), item: Type.Optional(inlineItem) }
const member = closed(memberFields, { exactlyOneOf: ['id', 'item'] })
export type StoredMember = Static<typeof member>
const stageRoute = closed({ ...memberFields, role: Type.Optional(routeRole) }, { exactlyOneOf: ['id', 'item'] })
export type StoredStageRoute = Static<typeof stageRoute>

/** An on-demand guidebook from the builder: existing items by ID, new items in full. */
export const storedGuidebook = closed({
  ...guidebook,
  release: releaseId,
  generation,
  stages: stagesOf(stageRoute, member, member),
  generalInfo: Type.Array(member),
})
export type GuidebookToStore = Static<typeof storedGuidebook>
