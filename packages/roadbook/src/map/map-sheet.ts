import type { Bounds, Segments } from '@guidebook/route-geometry'
import { mapBackground } from '../brand/palette.ts'
import { creditLine } from './credit-line.ts'
import { graticule } from './graticule.ts'
import type { DrawingStyle, MapFrame } from './map-content.ts'
import { type Box, Occupied } from './occupied.ts'
import { aspectOf, centreOf, type Projection, projectionAt, projectionFor, spanAt } from './projection.ts'
import { northArrow, type Side, scaleBar } from './scale-bar.ts'
import { type Drawing, element, svgDocument } from './svg.ts'
import { linesOf } from './track-line.ts'
import { vectorShapes } from './vector-basemap.ts'

/** Units around the routes, for markers and names. */
const margin = 26

/** An empty map. Its aspect ratio follows the extent, within the frame. */
export interface MapSheet {
  projection: Projection
  /** Contains the corners of the north arrow and the scale bar. */
  occupied: Occupied
  /** The lower corner of the scale bar. */
  barAt: Side
}

export const mapSheet = (extent: Bounds, { width, minHeight, maxHeight }: MapFrame): MapSheet => {
  const wanted = (width - 2 * margin) * aspectOf(extent) + 2 * margin
  const height = Math.round(Math.min(maxHeight, Math.max(minHeight, wanted)))
  return emptySheet(projectionFor(extent, { width, height }, margin))
}

/** An empty map of this area. The scale bar is on the right, unless it would cover ways there and none on the left. */
export const emptySheet = (projection: Projection, ways: Segments = []): MapSheet => {
  const { width, height } = projection
  const lines = new Occupied(width, height)
  lines.takeLines(linesOf(projection, ways))
  const boxOf = (side: Side): Box => {
    const left = side === 'left' ? 0 : width * 0.7
    return { left, top: height - 24, right: left + width * 0.3, bottom: height }
  }
  const barAt = lines.isOnLine(boxOf('right')) && !lines.isOnLine(boxOf('left')) ? 'left' : 'right'
  const occupied = new Occupied(width, height)
  occupied.take({ left: width - 32, top: 0, right: width, bottom: 30 })
  occupied.take(boxOf(barAt))
  return { projection, occupied, barAt }
}

/** An empty map of 1:`scale` in the frame; `null` if it has no room for the extent. */
export const mapSheetOf = (extent: Bounds, { width, minHeight, maxHeight }: MapFrame, scale: number) => {
  const { across, down } = spanAt(extent, scale)
  if (across > width - 2 * margin || down > maxHeight - 2 * margin) return null
  const height = Math.round(Math.max(minHeight, down + 2 * margin))
  return emptySheet(projectionAt(centreOf(extent), { width, height }, scale))
}

/**
 * Background, basemap and grid below the layers, scale bar and north arrow above them. A basemap's attribution is below the map, except in print:
 * books typeset it.
 */
export const finishedMap = (
  { projection, barAt }: Pick<MapSheet, 'projection' | 'barAt'>,
  title: string,
  layers: readonly string[],
  style: DrawingStyle,
  data: Readonly<Record<string, string>> = {},
): Drawing => {
  const { width, height } = projection
  const credit = creditLine(projection, style.isPrinted ? '' : (style.vector?.attribution ?? ''))
  const content = [
    style.onPicture ? '' : element('rect', { width, height, fill: mapBackground }),
    style.vector ? vectorShapes(style.vector, style.onPicture === true) : '',
    graticule(projection),
    ...layers,
    scaleBar(projection, style, barAt),
    northArrow(projection),
    credit.drawing,
  ]
  return svgDocument({ width, height: height + credit.height }, title, content, data)
}
