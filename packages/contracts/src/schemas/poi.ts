import { type Static, Type } from 'typebox'
import type { FieldRule } from '../field-rules.ts'
import { latitude, longitude } from './coordinates.ts'
import examples from './examples.json' with { type: 'json' }
import { anyNames, descriptions, instant, names, orEmpty, phone, webUrl } from './fields.ts'
import { poiIcon } from './icons.ts'
import { accountId, customId, internalId, version } from './identifiers.ts'
import { changedImage, imageBase64, storedImage } from './images.ts'
import { byCustomId } from './references.ts'
import { closed, nullable, text } from './shape.ts'

/**
 * Any key except those of an object's prototype. The form of `phone` and `web` is checked; the other keys that travellers see may have any text.
 * Empty attributes stay empty, like names.
 */
export const poiAttributes = Type.Unsafe<Record<string, string>>({
  type: 'object',
  properties: { phone: orEmpty(phone), web: orEmpty(webUrl) },
  patternProperties: {
    '^(?!(__proto__|constructor|prototype|phone|web)$)[^\\u0000\\ud800-\\udfff]{1,100}$': text(2000),
  },
  additionalProperties: false,
  maxProperties: 50,
  keyFault: 'attribute-name' satisfies FieldRule,
  description:
    'Texts under any key. Travellers see `address`, `phone`, `email`, `web`, `checkIn`, `checkOut` and `openingHours`.',
  examples: [{ phone: '+41 81 000 00 00', web: 'https://hut.example', checkIn: '15:00' }],
})

const named = closed({ names })
const category = nullable(named)
const tags = Type.Array(named, { maxItems: 100 })

export const poiCreation = closed(
  {
    account: accountId,
    library: byCustomId,
    customId,
    names,
    lat: latitude,
    lng: longitude,
    icon: poiIcon,
    descriptions: Type.Optional(descriptions),
    imageBase64: Type.Optional(imageBase64),
    category: Type.Optional(category),
    attributes: Type.Optional(poiAttributes),
    tags: Type.Optional(tags),
  },
  { examples: [examples.poi] },
)

const changeable = {
  names: Type.Optional(anyNames),
  descriptions: Type.Optional(descriptions),
  lat: Type.Optional(latitude),
  lng: Type.Optional(longitude),
  icon: Type.Optional(poiIcon),
  attributes: Type.Optional(poiAttributes),
  imageBase64: changedImage('image'),
}

/** Not checked because it is ignored. */
const ignored = Type.Unknown({ description: 'Ignored on update.' })

/** Addressed by account, library and custom ID. */
export const poiChange = closed(
  {
    account: accountId,
    library: byCustomId,
    customId,
    ...changeable,
    category: Type.Optional(ignored),
    tags: Type.Optional(ignored),
  },
  { examples: [examples.poi] },
)

/** Changes every field except the custom ID, also those that the update by custom ID ignores. */
export const poiPatch = closed(
  {
    account: Type.Optional(accountId),
    ...changeable,
    category: Type.Optional(category),
    tags: Type.Optional(tags),
  },
  { examples: [{ category: { names: { en: 'Huts' } }, tags: [] }] },
)

export const poi = closed(
  {
    id: internalId,
    kind: Type.Literal('poi'),
    account: accountId,
    library: byCustomId,
    customId: nullable(customId),
    names: anyNames,
    descriptions,
    image: nullable(storedImage),
    lat: latitude,
    lng: longitude,
    icon: poiIcon,
    category,
    attributes: poiAttributes,
    tags,
    version,
    createdAt: instant,
    updatedAt: instant,
  },
  { title: 'Poi' },
)
export type StoredPoi = Static<typeof poi>
