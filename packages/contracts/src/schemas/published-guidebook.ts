/** The content of the Trip Link page in one language, ready for rendering: HTML is sanitised, maps are drawn. */
import { type Static, Type } from 'typebox'
import { latitude, longitude } from './coordinates.ts'
import { date, language } from './fields.ts'
import { closed, nullable } from './shape.ts'

const htmlText = Type.String({ description: 'Sanitised HTML, may be empty.' })
const imageName = nullable(Type.String({ description: 'Name of an image of the artifacts.' }))
const svg = nullable(Type.String({ description: 'SVG document for inline use.' }))
const figure = nullable(Type.Number({ minimum: 0 }))

export const routeStats = closed({
  distanceMetres: figure,
  ascentMetres: figure,
  descentMetres: figure,
  durationSeconds: figure,
})

const place = {
  name: Type.String(),
  html: htmlText,
  lat: nullable(latitude),
  lng: nullable(longitude),
  image: imageName,
  phone: nullable(Type.String()),
  web: nullable(Type.String()),
}

const poi = closed({ ...place, icon: Type.String() })
const accommodation = closed({
  ...place,
  arrivalDate: nullable(date),
  departureDate: nullable(date),
  comment: nullable(Type.String()),
})
const page = closed({ title: Type.String(), html: htmlText, image: imageName })

const stage = closed({
  number: Type.Integer(),
  title: Type.String(),
  date: nullable(date),
  stats: routeStats,
  map: svg,
  profile: svg,
  routes: Type.Array(closed({ name: Type.String(), html: htmlText, image: imageName, stats: routeStats })),
  texts: Type.Array(page),
  pois: Type.Array(poi),
  accommodations: Type.Array(accommodation),
  gpx: nullable(closed({ full: Type.String(), device: Type.String() }, { description: 'Names of GPX files.' })),
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
  accommodations: Type.Array(accommodation, { description: 'Accommodations without a stage.' }),
  pois: Type.Array(poi, { description: 'POIs of the general part.' }),
  generalInfo: Type.Array(page),
})
export type PublishedGuidebook = Static<typeof publishedGuidebook>
