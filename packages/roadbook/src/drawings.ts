import type { Poi, RoadbookDocument, Route, Stage, VectorBasemap } from './document.ts'
import { contentOfStage, type MapFrame, styleOf } from './map/map-content.ts'
import { drawOverviewMap, overviewSheet } from './map/overview-map.ts'
import { drawStageMap, type StageMap, stageSheet } from './map/stage-map.ts'
import type { Drawing } from './map/svg.ts'
import { type MapWindow, windowOf } from './pdf/map-windows.ts'
import { drawProfile } from './profile/profile-drawing.ts'

type Book = Pick<RoadbookDocument, 'lang' | 'brand'>
type Stages = Pick<RoadbookDocument, 'stages'>

/** The width of a phone, CSS pixels: a wider drawing would be scaled down until names are illegible. */
const onPage: MapFrame = { width: 320, minHeight: 200, maxHeight: 320 }

/** Whether the page has a map of the whole trip. */
const hasOverview = ({ stages }: Stages): boolean => stages.length > 1

/** The windows of all maps of the page. A `VectorBasemap` is drawn for exactly the window of its map. */
export const pageMapWindows = (book: Stages): MapWindow[] => [
  ...(hasOverview(book) ? windowOf('overview', overviewSheet(book.stages, onPage)) : []),
  ...book.stages.flatMap((stage, index) => windowOf(index, stageSheet(contentOfStage(stage), onPage))),
]

/** The map of a stage; `null` if nothing has a position. */
export const stageMapSvg = (
  book: Book,
  stage: Stage,
  { frame = onPage, vector }: { frame?: MapFrame; vector?: VectorBasemap | undefined } = {},
): StageMap | null => drawStageMap(contentOfStage(stage), { ...styleOf(book), vector }, frame)

/** The map of the whole trip; `null` if it has only one stage, or none with a track. */
export const overviewMapSvg = (book: Book & Stages, vector?: VectorBasemap): Drawing | null => {
  const style = { ...styleOf(book), vector }
  return hasOverview(book) ? drawOverviewMap(book.stages, style.texts.overview, style, onPage) : null
}

/**
 * The elevation profile of a way with the places along it; `null` without elevations. A way without a name is an alternative: the main way then has
 * the title of its stage.
 */
export const profileSvg = (book: Book, way: Pick<Route, 'name' | 'segments'>, pois: readonly Poi[]): Drawing | null => {
  const style = styleOf(book)
  const name = way.name || style.texts.alternative
  return drawProfile({ ...way, name }, pois, style, { width: onPage.width, height: 110 })
}
