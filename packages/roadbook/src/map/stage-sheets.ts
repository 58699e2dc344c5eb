import { type Bounds, boundsOf } from '@guidebook/route-geometry'
import type { Stage } from '../document.ts'
import { isCarried, stageWays } from '../stage-ways.ts'
import { coverWays } from './cover-ways.ts'
import { contentOfStage, extentOf, type MapFrame } from './map-content.ts'
import { mapSheetOf } from './map-sheet.ts'
import { type Projection, projectionAt } from './projection.ts'
import { sheetScaleOf } from './sheet-scale.ts'

/** Most pages of a stage's sheets: more would be a book of maps. Its map is an overview then. */
const mostPages = 8

export interface SheetFrames {
  /** The map at the beginning of the stage; `scaledHeight` is its greatest height at a fixed scale. */
  map: MapFrame & { scaledHeight: number }
  /** A sheet on a page, and one of two on a page; points. */
  sheet: { width: number; wholeHeight: number; halfHeight: number }
}

/** The maps of a stage at a fixed scale. */
export interface StageSheets {
  /** The denominator of the scale. */
  scale: number
  /** The stage's own map, if it has room for the stage at this scale; then there are no sheets. */
  whole: Projection | null
  sheets: readonly Projection[]
}

/**
 * The sheets of a stage: as few as possible, each with a part of the main way or of an alternative. `null`: the stage has no way that the traveller
 * follows, or one that is too long.
 */
export const planSheets = (stage: Stage, { map, sheet }: SheetFrames): StageSheets | null => {
  const content = contentOfStage(stage)
  const scale = sheetScaleOf(stageWays(stage).main.routes)
  const extent = scale === null ? undefined : extentOf(content)
  if (scale === null || !extent) return null
  const whole = mapSheetOf(extent, { ...map, maxHeight: map.scaledHeight }, scale)
  if (whole) return { scale, whole: whole.projection, sheets: [] }
  const routes = [...content.routes, ...(content.alternatives ?? [])].filter(({ kind }) => !isCarried(kind))
  const segments = routes.flatMap((route) => route.segments)
  const planned = (height: number, ofPage: number) => {
    const size = { width: sheet.width, height }
    const centres = coverWays(segments, { ...size, scale }, mostPages * ofPage)
    return centres?.map((centre) => projectionAt(centre, size, scale)) ?? null
  }
  const [wholes, halves] = [planned(sheet.wholeHeight, 1), planned(sheet.halfHeight, 2)]
  const sheets =
    wholes && halves ? (halvesNeedLess(halves.length, wholes.length) ? halves : wholes) : (wholes ?? halves)
  return sheets && { scale, whole: null, sheets }
}

/** Half a page is enough for one sheet; of several, whole pages show more around the way. */
const halvesNeedLess = (halves: number, wholes: number): boolean => halves === 1 || Math.ceil(halves / 2) < wholes

/** An extent with the areas of all sheets, for the map that shows them. */
export const withSheets = (extent: Bounds, { sheets }: StageSheets): Bounds => {
  const middle = (extent.west + extent.east) / 2 + (extent.west <= extent.east ? 0 : 180)
  const corners = [
    { lat: extent.south, lon: extent.west },
    { lat: extent.north, lon: middle },
    { lat: extent.north, lon: extent.east },
  ]
  const areas = sheets.map(({ width, height, placeAt }) => [
    placeAt({ x: 0, y: 0 }),
    placeAt({ x: width / 2, y: height / 2 }),
    placeAt({ x: width, y: height }),
  ])
  return boundsOf([corners, ...areas]) ?? extent
}

/** Metres between the distance marks of a sheet: at least 2 cm of print. */
export const markStepOf = (scale: number): number =>
  scale <= 50_000 ? 1000 : scale <= 100_000 ? 2000 : scale <= 250_000 ? 5000 : 10_000
