import type { Poi, RoadbookDocument, Route, Stage } from './document.ts'
import { contentOfStage, type MapFrame, styleOf } from './map/map-content.ts'
import { drawOverviewMap } from './map/overview-map.ts'
import { drawStageMap, type StageMap } from './map/stage-map.ts'
import type { Drawing } from './map/svg.ts'
import { drawProfile } from './profile/profile-drawing.ts'

type Book = Pick<RoadbookDocument, 'lang' | 'brand'>

/** The width of a phone, CSS pixels: a wider drawing would be scaled down until names are illegible. */
const onPage: MapFrame = { width: 320, minHeight: 200, maxHeight: 320 }

/** The map of a stage; `null` if nothing has a position. */
export const stageMapSvg = (book: Book, stage: Stage, frame: MapFrame = onPage): StageMap | null =>
  drawStageMap(contentOfStage(stage), styleOf(book), frame)

/** The map of the whole trip; `null` if no stage has a position. */
export const overviewMapSvg = (
  book: Book & Pick<RoadbookDocument, 'stages'>,
  frame: MapFrame = onPage,
): Drawing | null => {
  const style = styleOf(book)
  return drawOverviewMap(book.stages, style.texts.overview, style, frame)
}

/** The elevation profile of a route with the places along it; `null` without elevations. */
export const profileSvg = (
  book: Book,
  route: Pick<Route, 'name' | 'segments'>,
  pois: readonly Poi[],
  size: { width: number; height: number } = { width: 320, height: 110 },
): Drawing | null => drawProfile(route, pois, styleOf(book), size)
