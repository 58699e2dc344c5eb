/** The on-demand request: a whole guidebook and its release in one object. */
import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { latitude, longitude, waypoints } from './coordinates.ts'
import examples from './examples.json' with { type: 'json' }
import { date, devices, email, html, language, orEmpty, phone, webUrl } from './fields.ts'
import { stageNumber } from './guidebook.ts'
import { poiIcons } from './icons.ts'
import { customId, downloadCode, oid } from './identifiers.ts'
import { imageBase64, imageRef } from './images.ts'
import { boundMember, boundReference, itemReference, libraryMember, routeRole } from './references.ts'
import { comment } from './release-request.ts'
import { type Alternatives, closed, oneOf, text } from './shape.ts'

export const onDemandRouteTypes = ['CYCLING', 'HIKING', 'WALKING', 'DRIVING'] as const
/** SIGHT, HOTEL, RESTAURANT and the upper-case form of every other POI icon name. */
export const onDemandPoiTypes = poiIcons.map((icon) => icon.toUpperCase() as Uppercase<typeof icon>)

const name = text(1000, { minLength: 1, description: 'Name.' })
const list = <T extends ReturnType<typeof closed>>(item: T) => Type.Optional(Type.Array(item, { maxItems: 1000 }))

const metadata = closed({
  operator: oid,
  seller: Type.Optional(oid),
  operatorCode: downloadCode,
  sellerCode: Type.Optional(downloadCode),
  lang: language,
  guidebookTemplateCustomId: Type.Optional(customId),
  translate: Type.Optional(Type.Boolean({ default: false })),
})

const publish = closed({
  startDate: date,
  endDate: date,
  devices,
  app: Type.Optional(Type.Boolean({ default: true })),
  gpx: Type.Optional(Type.Boolean({ default: true })),
})

const detail = (description: string) => Type.Optional(text(500, { description }))

/** Shown to travellers, like the attributes of a library’s POI. */
const contactDetails = {
  web: Type.Optional(orEmpty(webUrl)),
  phone: Type.Optional(orEmpty(phone)),
  email: Type.Optional(email),
  address: detail('Postal address.'),
  checkIn: detail('From when guests can move in, such as `15:00`.'),
  checkOut: detail('Until when guests must leave.'),
  openingHours: detail('Opening hours or season.'),
}

/**
 * The request as it is sent (Base64, waypoints) or as it is stored (references to images, packed tracks). `reference` names any item,
 * `member` an item of a library.
 */
const requestWith = <I extends TProperties, P extends TProperties, R extends TSchema, M extends TSchema>(
  image: I,
  points: P,
  { reference, member }: { reference: R; member: M },
  alternativePoints?: { exactlyOneOf: Alternatives },
) => {
  const textItem = closed(
    {
      content: Type.Optional(closed({ name, description: Type.Optional(html('Text, HTML allowed.')) })),
      libraryReference: Type.Optional(reference),
    },
    { exactlyOneOf: ['content', 'libraryReference'], title: 'OnDemandText' },
  )
  const described = { name, description: Type.Optional(html('Description, HTML allowed.')), ...image }
  const located = { ...described, lat: latitude, lon: longitude, ...contactDetails }
  const hotel = closed(located)
  const accommodation = closed(
    {
      arrivalDate: Type.Optional(date),
      departureDate: Type.Optional(date),
      stageNumber: Type.Optional(stageNumber),
      comment: Type.Optional(comment),
      content: Type.Optional(hotel),
      libraryReference: Type.Optional(member),
    },
    { exactlyOneOf: ['content', 'libraryReference'] },
  )
  const route = closed(
    {
      content: Type.Optional(closed({ type: oneOf(onDemandRouteTypes), ...described, ...points }, alternativePoints)),
      libraryReference: Type.Optional(reference),
      group: Type.Optional(closed({ name, parts: Type.Array(member, { minItems: 1, maxItems: 200 }) })),
      role: Type.Optional(routeRole),
    },
    { exactlyOneOf: ['content', 'libraryReference', 'group'], title: 'OnDemandRoute' },
  )
  const poi = closed(
    {
      content: Type.Optional(closed({ ...located, type: oneOf(onDemandPoiTypes) })),
      libraryReference: Type.Optional(reference),
    },
    { exactlyOneOf: ['content', 'libraryReference'], title: 'OnDemandPoi' },
  )
  return {
    metadata,
    publish,
    booking: Type.Optional(
      closed({
        arrivalDate: Type.Optional(date),
        departureDate: Type.Optional(date),
        accommodation: list(accommodation),
      }),
    ),
    guidebook: closed({
      title: Type.Optional(text(1000, { description: 'Optional when a template guidebook is given.' })),
      ...image,
      stages: Type.Array(
        closed({
          number: stageNumber,
          title: Type.Optional(text(1000)),
          routes: list(route),
          pois: list(poi),
          texts: list(textItem),
        }),
        { minItems: 1, maxItems: 1000 },
      ),
      generalInfo: list(textItem),
    }),
  }
}

const sent = { reference: itemReference, member: libraryMember }
export const onDemandRequest = closed(requestWith({ imageBase64: Type.Optional(imageBase64) }, { waypoints }, sent), {
  title: 'OnDemandRequest',
  examples: [examples.onDemandRequest],
})
export type OnDemandRequest = Static<typeof onDemandRequest>

const storedPoints = {
  track: Type.Optional(Type.String({ description: 'The packed track in Base64.' })),
  pointCount: Type.Optional(Type.Integer({ minimum: 2 })),
  /** Older stored requests have waypoints instead of packed tracks. */
  waypoints: Type.Optional(waypoints),
}

const bound = { reference: boundReference, member: boundMember }

/** As stored by releases and read by the builder. */
export const storedOnDemandRequest = closed(
  requestWith({ image: Type.Optional(imageRef) }, storedPoints, bound, {
    exactlyOneOf: [['track', 'pointCount'], 'waypoints'],
  }),
)
export type StoredOnDemandRequest = Static<typeof storedOnDemandRequest>
