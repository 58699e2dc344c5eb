/** The content of the Trip Link page in one language, ready for rendering: HTML is sanitised, maps are drawn. */
import { type Static, Type } from 'typebox'
import { latitude, longitude } from './coordinates.ts'
import { date, language } from './fields.ts'
import { closed, nullable, oneOf } from './shape.ts'

const htmlText = Type.String({ description: 'Sanitised HTML, may be empty.' })
const imageName = nullable(Type.String({ description: 'Name of an image of the artifacts.' }))
const svg = nullable(Type.String({ description: 'SVG document for inline use.' }))
const figure = nullable(Type.Number({ minimum: 0 }))

const figures = {
  distanceMetres: figure,
  ascentMetres: figure,
  descentMetres: figure,
  durationSeconds: figure,
}

/** `atLeast` and `withoutClimbs` are optional: older pages lack them. */
const knownStats = closed({
  ...figures,
  atLeast: Type.Optional(
    Type.Array(oneOf(['distanceMetres', 'ascentMetres', 'descentMetres', 'durationSeconds']), {
      description: 'Figures that some route lacks: they are the sum of the others.',
    }),
  ),
  withoutClimbs: Type.Optional(Type.Boolean({ description: 'The time does not contain all climbs.' })),
})

const place = {
  name: Type.String(),
  html: htmlText,
  lat: nullable(latitude),
  lng: nullable(longitude),
  image: imageName,
  phone: nullable(Type.String()),
  web: nullable(Type.String()),
  // Optional: older pages lack them.
  address: Type.Optional(nullable(Type.String())),
  email: Type.Optional(nullable(Type.String())),
  checkIn: Type.Optional(nullable(Type.String())),
  checkOut: Type.Optional(nullable(Type.String())),
  openingHours: Type.Optional(nullable(Type.String())),
}

const poi = closed({ ...place, icon: Type.String() })
const accommodation = closed({
  ...place,
  arrivalDate: nullable(date),
  departureDate: nullable(date),
  comment: nullable(Type.String()),
})
const page = closed({ title: Type.String(), html: htmlText, image: imageName })

const routes = Type.Array(closed({ name: Type.String(), html: htmlText, image: imageName, stats: knownStats }))
/** `tcx` and `fit` are optional: older pages lack them. */
const wayFiles = closed(
  { full: Type.String(), device: Type.String(), tcx: Type.Optional(Type.String()), fit: Type.Optional(Type.String()) },
  { description: 'Names of GPX files, and of courses with their extension.' },
)
const alternative = closed({
  name: Type.String(),
  stats: knownStats,
  profile: svg,
  routes,
  gpx: nullable(wayFiles),
})

export const turns = ['straight', 'left', 'right', 'sharp-left', 'sharp-right'] as const

/** A line of the day table: the start, a place, a turn or the finish, in the order of travel. */
const waymark = closed({
  kind: oneOf(['start', 'place', 'turn', 'end']),
  place: nullable(Type.Integer({ minimum: 1, description: 'Number of the POI in its stage.' })),
  turn: nullable(oneOf(turns, { description: 'Computed from the track.' })),
  distanceMetres: Type.Number({ minimum: 0, description: 'From the start.' }),
  elevationMetres: nullable(Type.Number()),
  secondsFromStart: figure,
  secondsToNext: figure,
})

/** Stats, profile and files are those of the main way. */
const stage = closed({
  number: Type.Integer(),
  title: Type.String(),
  date: nullable(date),
  stats: knownStats,
  kinds: Type.Optional(
    Type.Array(closed({ name: Type.String(), stats: knownStats }), {
      description: 'Stats of each kind of route, if there are several. Older pages lack them.',
    }),
  ),
  map: svg,
  profile: svg,
  routes,
  alternatives: Type.Optional(Type.Array(alternative, { description: 'Older pages lack them.' })),
  texts: Type.Array(page),
  pois: Type.Array(poi),
  accommodations: Type.Array(accommodation),
  gpx: nullable(wayFiles),
  way: Type.Optional(Type.Array(waymark, { description: 'The day table. Older pages lack it.' })),
})

const restDay = closed({
  date,
  before: Type.Integer({ minimum: 0, description: 'Index of the next stage; their number after the last one.' }),
  accommodation: nullable(Type.String({ description: 'Name of the hotel.' })),
})

export const emergencyServices = ['ambulance', 'police', 'fire', 'mountain-rescue'] as const

const emergencyNumbers = closed({
  country: nullable(Type.String({ description: 'ISO 3166-1, two letters; null: unknown.' })),
  call: Type.String({ description: 'The number for any emergency.' }),
  others: Type.Array(closed({ service: oneOf(emergencyServices), number: Type.String() })),
})

export const publishedGuidebook = closed({
  lang: language,
  contentVersion: Type.String(),
  title: Type.String(),
  html: htmlText,
  cover: imageName,
  /** Optional: older pages lack it. */
  logo: Type.Optional(imageName),
  stages: Type.Array(stage),
  /** Optional, like all fields that older pages lack. */
  restDays: Type.Optional(Type.Array(restDay, { description: 'Days of the trip without a stage.' })),
  overview: Type.Optional(svg),
  emergency: Type.Optional(Type.Array(emergencyNumbers, { description: 'Of each country of the trip.' })),
  accommodations: Type.Array(accommodation, { description: 'Accommodations without a stage.' }),
  pois: Type.Array(poi, { description: 'POIs of the general part.' }),
  generalInfo: Type.Array(page),
})
export type PublishedGuidebook = Static<typeof publishedGuidebook>
