import type { PublishedGuidebook } from '@guidebook/contracts'
import {
  type Accommodation,
  type BookMap,
  emergencyNumbersOf,
  type Figures,
  figuresOf,
  kindName,
  overviewMapSvg,
  type Poi,
  profileSvg,
  type RoadbookDocument,
  type RoadbookImage,
  type Route,
  type Stage,
  stageMapSvg,
  stageWays,
  sumOfRoutes,
  sumsByKind,
  type TextPage,
  titledStages,
  type VectorBasemap,
  waymarks,
} from '@guidebook/roadbook'
import { type FilesByWay, wayKey } from './gpx-files.ts'

type PublishedStage = PublishedGuidebook['stages'][number]

/** The files that the page may refer to. */
export interface PageFiles {
  /** Names of the readable images. */
  images: ReadonlySet<string>
  gpx: FilesByWay
}

type Content = PageFiles & {
  /** What is drawn beneath the tracks of its maps. */
  vectors?: readonly VectorBasemap[]
}

/** The document of the Trip Link page, with its maps and profiles as SVG. */
export function publishedGuidebook(book: RoadbookDocument, { images, gpx, vectors = [] }: Content): PublishedGuidebook {
  const vectorOf = (map: BookMap) => vectors.find((vector) => vector.map === map)
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
  const route = (one: Route) => {
    const { name, html, image } = one
    return { name, html, image: imageName(image), stats: statsOf(figuresOf(one)) }
  }
  /** What comes from the ways of a stage. */
  const waysOfStage = (stage: Stage) => {
    const { main, alternatives } = stageWays(stage)
    return {
      stats: statsOf(sumOfRoutes(main.routes)),
      kinds: sumsByKind(main.routes).map(({ kind, figures }) => ({
        name: kindName(book.lang, kind),
        stats: statsOf(figures),
      })),
      profile: profileSvg(book, main, stage.pois)?.svg ?? null,
      routes: main.routes.map(route),
      gpx: gpx[wayKey(stage.number)] ?? null,
      alternatives: alternatives.map((way, index) => ({
        name: way.name,
        stats: statsOf(sumOfRoutes(way.routes)),
        profile: profileSvg(book, way, stage.pois)?.svg ?? null,
        routes: way.routes.map(route),
        gpx: gpx[wayKey(stage.number, index + 1)] ?? null,
      })),
    } satisfies Partial<PublishedStage>
  }

  return {
    lang: book.lang,
    contentVersion: book.contentVersion,
    title: book.title,
    html: book.html,
    cover: imageName(book.cover),
    logo: imageName(book.brand.logo),
    stages: titledStages(book).map((stage, index) => ({
      number: stage.number,
      title: stage.title,
      date: stage.date,
      map: stageMapSvg(book, stage, { vector: vectorOf(index) })?.svg ?? null,
      texts: stage.texts.map(page),
      pois: stage.pois.map(poi),
      accommodations: stage.accommodations.map(accommodation),
      ...waysOfStage(stage),
      way: waymarks(stageWays(stage).main.routes, stage.pois),
    })),
    restDays: book.restDays.map((day) => ({ ...day })),
    overview: overviewMapSvg(book, vectorOf('overview'))?.svg ?? null,
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

const statsOf = ({ lacking, withoutClimbs, ...figures }: Figures) => {
  const atLeast = lacking.filter((name) => figures[name] !== null)
  return { ...figures, ...(atLeast.length > 0 && { atLeast }), ...(withoutClimbs && { withoutClimbs }) }
}
