import type { PublishedGuidebook } from '@guidebook/contracts'
import {
  type Accommodation,
  emergencyNumbersOf,
  overviewMapSvg,
  type Poi,
  profileSvg,
  type RoadbookDocument,
  type RoadbookImage,
  type Route,
  type Stage,
  stageMapSvg,
  sumOf,
  type TextPage,
  waymarks,
} from '@guidebook/roadbook'

type PublishedStage = PublishedGuidebook['stages'][number]

/** The files that the page may refer to. */
export interface PageFiles {
  /** Names of the readable images. */
  images: ReadonlySet<string>
  /** File names by stage number. */
  gpx: Readonly<Record<number, PublishedStage['gpx']>>
}

/** The document of the Trip Link page, with its maps and profiles as SVG. */
export function publishedGuidebook(book: RoadbookDocument, { images, gpx }: PageFiles): PublishedGuidebook {
  const imageName = (image: RoadbookImage | null): string | null =>
    image && images.has(image.name) ? image.name : null
  const page = ({ title, html, image }: TextPage) => ({ title, html, image: imageName(image) })
  const place = ({ name, html, image, ...one }: Poi | Accommodation) => {
    const { address, phone, email, web, checkIn, checkOut, openingHours } = one
    return { name, html, image: imageName(image), address, phone, email, web, checkIn, checkOut, openingHours }
  }
  const poi = (one: Poi) => ({ ...place(one), lat: one.lat, lng: one.lon, icon: one.icon })
  const accommodation = (one: Accommodation) => {
    const { lat, lon: lng, arrivalDate, departureDate, comment } = one
    return { ...place(one), lat, lng, arrivalDate, departureDate, comment }
  }
  const route = ({ name, html, image, statistics: stats }: Route) => ({ name, html, image: imageName(image), stats })

  return {
    lang: book.lang,
    contentVersion: book.contentVersion,
    title: book.title,
    html: book.html,
    cover: imageName(book.cover),
    logo: imageName(book.brand.logo),
    stages: book.stages.map((stage) => ({
      number: stage.number,
      title: stage.title,
      date: stage.date,
      stats: sumOf(stage.routes.map(({ statistics }) => statistics)),
      map: stageMapSvg(book, stage)?.svg ?? null,
      profile: profileSvg(book, wholeWay(stage), stage.pois)?.svg ?? null,
      routes: stage.routes.map(route),
      texts: stage.texts.map(page),
      pois: stage.pois.map(poi),
      accommodations: stage.accommodations.map(accommodation),
      gpx: gpx[stage.number] ?? null,
      way: waymarks(stage.routes, stage.pois),
    })),
    restDays: book.restDays.map((day) => ({ ...day })),
    overview: book.stages.length > 1 ? (overviewMapSvg(book)?.svg ?? null) : null,
    emergency: emergencyNumbersOf(book),
    accommodations: book.generalInfo.accommodations.map(accommodation),
    pois: book.generalInfo.pois.map(poi),
    // A general route has no map on the page, but its text is shown.
    generalInfo: [
      ...book.generalInfo.texts.map(page),
      ...book.generalInfo.routes.map((one) => page({ ...one, title: one.name })),
    ],
  }
}

/** All routes of a stage joined, for a profile of the whole day. */
const wholeWay = ({ title, routes }: Stage): Pick<Route, 'name' | 'segments'> => {
  const [only] = routes
  return only && routes.length === 1 ? only : { name: title, segments: routes.flatMap(({ segments }) => segments) }
}
