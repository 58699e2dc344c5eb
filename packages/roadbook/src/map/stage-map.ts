import { lineColor } from '../brand/palette.ts'
import type { Route } from '../document.ts'
import { plainText } from '../text/plain-text.ts'
import { type DrawingStyle, extentOf, type MapContent, type MapFrame } from './map-content.ts'
import { finishedMap, type MapSheet, mapSheet } from './map-sheet.ts'
import { stageMarkers } from './stage-markers.ts'
import type { Drawing } from './svg.ts'
import { dashesOf, distanceMarks, linesOf, trackLine } from './track-line.ts'
import { vectorNames } from './vector-basemap.ts'
import { wayData } from './way-data.ts'

export interface StageMap extends Drawing {
  /** Numbers of the places that are too far from the routes to be on the map. */
  offMap: number[]
}

/** The empty map of a stage; `null` if nothing has a position. */
export const stageSheet = (content: MapContent, frame: MapFrame): MapSheet | null => {
  const extent = extentOf(content)
  return extent ? mapSheet(extent, frame) : null
}

/**
 * The map of a stage: tracks with distance marks and direction, numbered places, accommodations, names where there is room, grid, scale and
 * north arrow. `null` if nothing has a position.
 */
export const drawStageMap = (content: MapContent, style: DrawingStyle, frame: MapFrame): StageMap | null => {
  const sheet = stageSheet(content, frame)
  if (!sheet) return null
  const { projection, occupied } = sheet

  const { routes, alternatives = [] } = content
  const lineOf = ({ segments, kind }: Route, index: number, isAlternative = false): string => {
    const drawn = linesOf(projection, segments)
    occupied.takeLines(drawn)
    return trackLine(drawn, dashesOf(kind, isAlternative), lineColor(style.palette, index))
  }
  // The main way is on top of its alternatives.
  const lines = [
    ...alternatives.map((route, index) => lineOf(route, routes.length + index, true)),
    ...routes.map((route, index) => lineOf(route, index)),
  ]
  const { markers, names, offMap } = stageMarkers(content, sheet, style)
  const way = routes.flatMap(({ segments }) => segments)
  const marks = (content.areSeparate ? routes : [{ segments: way }]).map(({ segments }, index) =>
    distanceMarks(projection, occupied, segments, lineColor(style.palette, index), style.formats),
  )

  const named = new Set([...content.pois, ...content.accommodations].map(({ name }) => plainText(name)))
  const around = style.vector ? vectorNames(style.vector, sheet, named) : []
  const title = style.texts.mapOf({ title: plainText(content.title) })
  const data = wayData(projection, way)
  return {
    offMap,
    ...finishedMap(projection, title, [...lines, ...around, ...marks, ...markers, ...names], style, data),
  }
}
