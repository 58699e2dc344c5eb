import type { PlaceDetails } from '@guidebook/roadbook'

const keys = ['address', 'phone', 'email', 'web', 'checkIn', 'checkOut', 'openingHours'] as const

/** The attributes of a place that travellers see. A text of spaces is no value. */
export const placeDetails = (attributes: Readonly<Partial<Record<string, string>>>): PlaceDetails =>
  Object.fromEntries(keys.map((key) => [key, attributes[key]?.trim() || null])) as Record<
    (typeof keys)[number],
    string | null
  >

/** The same as attributes, without unknown ones. */
export const attributesOf = (details: PlaceDetails): Record<string, string> =>
  Object.fromEntries(keys.flatMap((key) => (details[key] === null ? [] : [[key, details[key]]])))
