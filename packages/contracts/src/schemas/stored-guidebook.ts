/** An on-demand guidebook as the builder sends it to geodata: existing items by ID, new items in full. */
import { type Static, Type } from 'typebox'
import { latitude, longitude } from './coordinates.ts'
import { anyNames, descriptions } from './fields.ts'
import { stageNumber } from './guidebook.ts'
import { poiIcon, routeIcon } from './icons.ts'
import { accountId, customId, generation, internalId, releaseId } from './identifiers.ts'
import { imageRef } from './images.ts'
import { poiAttributes } from './poi.ts'
import { closed, nullable } from './shape.ts'

const shared = { names: anyNames, descriptions, image: nullable(imageRef) }

const inlineRoute = closed({
  ...shared,
  kind: Type.Literal('route'),
  color: nullable(Type.String()),
  icon: nullable(routeIcon),
  track: Type.String({ description: 'The packed track in Base64.' }),
})
const inlinePoi = closed({
  ...shared,
  kind: Type.Literal('poi'),
  lat: latitude,
  lng: longitude,
  icon: poiIcon,
  attributes: poiAttributes,
})
const inlineText = closed({ ...shared, kind: Type.Literal('text') })
const inlineItem = Type.Union([inlineRoute, inlinePoi, inlineText])
export type InlineItem = Static<typeof inlineItem>

const member = closed(
  { id: Type.Optional(internalId), item: Type.Optional(inlineItem) },
  { exactlyOneOf: ['id', 'item'], title: 'StoredMember' },
)
export type StoredMember = Static<typeof member>

export const storedGuidebook = closed(
  {
    account: accountId,
    release: releaseId,
    generation,
    customId: nullable(customId),
    titles: anyNames,
    descriptions,
    cover: nullable(imageRef),
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
  },
  { title: 'StoredGuidebook' },
)
export type GuidebookToStore = Static<typeof storedGuidebook>
