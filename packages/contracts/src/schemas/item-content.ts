/** An item for the builder: everything except its track. */
import { type Static, Type } from 'typebox'
import { bounds, latitude, longitude } from './coordinates.ts'
import { anyNames, descriptions } from './fields.ts'
import { stageNumber } from './guidebook.ts'
import { poiIcon, routeIcon } from './icons.ts'
import { accountId, customId, internalId, version } from './identifiers.ts'
import { imageRef } from './images.ts'
import { poiAttributes } from './poi.ts'
import { calculatedAttributes, effectiveAttributes } from './route.ts'
import { closed, nullable } from './shape.ts'

const shared = {
  id: internalId,
  customId: nullable(customId),
  library: nullable(customId),
  names: anyNames,
  descriptions,
  version,
  image: nullable(imageRef),
}

const named = closed({ names: anyNames })

export const routeContent = closed(
  {
    ...shared,
    kind: Type.Literal('route'),
    color: nullable(Type.String()),
    icon: nullable(routeIcon),
    attributes: effectiveAttributes,
    calculated: calculatedAttributes,
    bounds: nullable(bounds),
    pointCount: Type.Integer({ minimum: 0 }),
  },
  { title: 'RouteContent' },
)
export type RouteContent = Static<typeof routeContent>

export const poiContent = closed(
  {
    ...shared,
    kind: Type.Literal('poi'),
    lat: latitude,
    lng: longitude,
    icon: poiIcon,
    attributes: poiAttributes,
    category: nullable(named),
    tags: Type.Array(named),
  },
  { title: 'PoiContent' },
)
export type PoiContent = Static<typeof poiContent>

export const textContent = closed({ ...shared, kind: Type.Literal('text') }, { title: 'TextContent' })
export type TextContent = Static<typeof textContent>

export const itemContent = Type.Union([routeContent, poiContent, textContent], { title: 'ItemContent' })
export type ItemContent = Static<typeof itemContent>

export const guidebookContent = closed(
  {
    id: internalId,
    account: accountId,
    customId: nullable(customId),
    titles: anyNames,
    descriptions,
    cover: nullable(imageRef),
    version,
    stages: Type.Array(
      closed({
        number: stageNumber,
        titles: anyNames,
        routes: Type.Array(routeContent),
        pois: Type.Array(poiContent),
        texts: Type.Array(textContent),
      }),
    ),
    generalInfo: Type.Array(itemContent),
  },
  { title: 'GuidebookContent' },
)
export type GuidebookContent = Static<typeof guidebookContent>
