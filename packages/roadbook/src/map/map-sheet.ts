import type { Bounds } from '@guidebook/route-geometry'
import { mapBackground } from '../brand/palette.ts'
import { graticule } from './graticule.ts'
import type { DrawingStyle, MapFrame } from './map-content.ts'
import { Occupied } from './occupied.ts'
import { aspectOf, type Projection, projectionFor } from './projection.ts'
import { northArrow, scaleBar } from './scale-bar.ts'
import { type Drawing, element, svgDocument } from './svg.ts'
import { vectorShapes } from './vector-basemap.ts'

/** Units around the routes, for markers and names. */
const margin = 26

/** An empty map. Its aspect ratio follows the extent, within the frame. */
export interface MapSheet {
  projection: Projection
  /** Contains the corners of the north arrow and the scale bar. */
  occupied: Occupied
}

export const mapSheet = (extent: Bounds, { width, minHeight, maxHeight }: MapFrame): MapSheet => {
  const wanted = (width - 2 * margin) * aspectOf(extent) + 2 * margin
  const height = Math.round(Math.min(maxHeight, Math.max(minHeight, wanted)))
  const occupied = new Occupied(width, height)
  occupied.take({ left: width - 32, top: 0, right: width, bottom: 30 })
  occupied.take({ left: width * 0.7, top: height - 24, right: width, bottom: height })
  return { projection: projectionFor(extent, { width, height }, margin), occupied }
}

/** Background, basemap and grid below the layers, scale bar and north arrow above them. */
export const finishedMap = (
  projection: Projection,
  title: string,
  layers: readonly string[],
  style: DrawingStyle,
  data: Readonly<Record<string, string>> = {},
): Drawing => {
  const { width, height } = projection
  const content = [
    style.onPicture ? '' : element('rect', { class: 'ground', width, height, fill: mapBackground }),
    style.vector ? vectorShapes(style.vector, style.onPicture === true) : '',
    graticule(projection),
    ...layers,
    scaleBar(projection, style.formats),
    northArrow(projection),
  ]
  return svgDocument({ width, height }, title, content, data)
}
