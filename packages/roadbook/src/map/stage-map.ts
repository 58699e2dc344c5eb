import { lineColor } from '../brand/palette.ts'
import type { Route } from '../document.ts'
import { plainText } from '../text/plain-text.ts'
import { type DrawingStyle, extentOf, type MapContent, type MapFrame, separateLines } from './map-content.ts'
import { emptySheet, finishedMap, type MapSheet, mapSheet } from './map-sheet.ts'
import { exitLabels } from './sheet-exits.ts'
import { sheetFrames } from './sheet-frames.ts'
import { stageMarkers } from './stage-markers.ts'
import { markStepOf, type StageSheets, withSheets } from './stage-sheets.ts'
import type { Drawing } from './svg.ts'
import { dashesOf, distanceMarks, linesOf, trackLine } from './track-line.ts'
import { vectorNames } from './vector-basemap.ts'
import { wayData } from './way-data.ts'

export interface StageMap extends Drawing {
  /** Numbers of the places that are too far from the routes to be on the map. */
  offMap: number[]
}

/** The empty map of a stage; `null` if nothing has a position. With sheets, it shows the areas of all, or is at their scale. */
export const stageSheet = (content: MapContent, frame: MapFrame, plan: StageSheets | null = null): MapSheet | null => {
  const extent = extentOf(content)
  if (!extent) return null
  if (!plan) return mapSheet(extent, frame)
  return plan.whole ? emptySheet(plan.whole) : mapSheet(withSheets(extent, plan), frame)
}

/**
 * The map of a stage: tracks with distance marks and direction, numbered places, accommodations, names where there is room, grid, scale and
 * north arrow, and the frames of its sheets. `null` if nothing has a position.
 */
export const drawStageMap = (
  content: MapContent,
  style: DrawingStyle,
  frame: MapFrame,
  plan: StageSheets | null = null,
): StageMap | null => {
  const sheet = stageSheet(content, frame, plan)
  if (!sheet) return null
  const lines = trackLines(content, sheet, style)
  const frames = sheetFrames(plan?.sheets ?? [], sheet)
  const markStep = plan?.whole ? markStepOf(plan.scale) : undefined
  const { layers, offMap } = contentLayers(content, sheet, style, markStep)
  const title = style.texts.mapOf({ title: plainText(content.title) })
  const way = content.routes.flatMap(({ segments }) => segments)
  const data = wayData(sheet.projection, way)
  return { offMap, ...finishedMap(sheet, title, [...lines, ...frames, ...layers], style, data) }
}

/** One of a stage's sheets, with the numbers of its neighbours where the ways continue. */
export const drawSheet = (
  content: MapContent,
  style: DrawingStyle,
  { scale, sheets }: StageSheets,
  sheet: MapSheet,
  number: number,
): Drawing => {
  const lines = trackLines(content, sheet, style)
  const ways = [...content.routes, ...(content.alternatives ?? [])].flatMap(({ segments }) => segments)
  const others = sheets
    .map((projection, index) => ({ number: index + 1, projection }))
    .filter((other) => other.number !== number)
  const exits = exitLabels(ways, sheet, others, style.texts)
  const { layers } = contentLayers(content, sheet, style, markStepOf(scale))
  const title = style.texts.sheetMapOf({ title: plainText(content.title), sheet: number, sheets: sheets.length })
  return finishedMap(sheet, title, [...lines, ...layers, ...exits], style)
}

/** The main way is on top of its alternatives. */
function trackLines({ routes, alternatives = [] }: MapContent, sheet: MapSheet, style: DrawingStyle): string[] {
  const lineOf = ({ segments, kind }: Route, index: number, isAlternative = false): string => {
    const drawn = linesOf(sheet.projection, segments)
    sheet.occupied.takeLines(drawn)
    return trackLine(drawn, dashesOf(kind, isAlternative), lineColor(style.palette, index))
  }
  return [
    ...alternatives.map((route, index) => lineOf(route, routes.length + index, true)),
    ...routes.map((route, index) => lineOf(route, index)),
  ]
}

/** Everything above the tracks. */
function contentLayers(content: MapContent, sheet: MapSheet, style: DrawingStyle, markStep: number | undefined) {
  const { projection, occupied } = sheet
  const { markers, names, offMap } = stageMarkers(content, sheet, style)
  const marks = separateLines(content).map((segments, index) =>
    distanceMarks(projection, occupied, segments, lineColor(style.palette, index), style.formats, markStep),
  )
  const named = new Set([...content.pois, ...content.accommodations].map(({ name }) => plainText(name)))
  const around = style.vector ? vectorNames(style.vector, sheet, named) : []
  return { layers: [...around, ...marks, ...markers, ...names], offMap }
}
