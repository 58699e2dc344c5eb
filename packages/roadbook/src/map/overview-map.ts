import { boundsOf } from '@guidebook/route-geometry'
import { mapBackground, stageColor } from '../brand/palette.ts'
import type { Route, Stage } from '../document.ts'
import { stageWays } from '../stage-ways.ts'
import { plainText } from '../text/plain-text.ts'
import { trackMeter } from './along-track.ts'
import type { DrawingStyle, MapFrame } from './map-content.ts'
import { finishedMap, type MapSheet, mapSheet } from './map-sheet.ts'
import { stageMarker } from './markers.ts'
import { boxAround, nearestFree } from './occupied.ts'
import { placeLabel } from './place-label.ts'
import { type Drawing, element } from './svg.ts'
import { dashesOf, linesOf, mostLinePoints, trackLine } from './track-line.ts'
import { vectorNames } from './vector-basemap.ts'

/** Icons of places that the overview names, most important first. */
const landmarks = ['destination', 'stagetown', 'town', 'interimstep']

/** The number of a stage at the middle of its track. */
const numberMarker = (stage: Stage, { projection, occupied }: MapSheet, color: string): string => {
  const meter = trackMeter(stageWays(stage).main.segments)
  const middle = meter.placeAt(meter.lengthM / 2)
  if (!middle) return ''
  const label = String(stage.number)
  const radius = 7 + label.length
  const at = nearestFree(occupied, projection.project(middle), radius, 120)
  occupied.take(boxAround(at, radius))
  return stageMarker(at, label, color)
}

/** Each landmark once, as a dot with a name. */
const landmarkNames = (
  stages: readonly Stage[],
  { projection, occupied }: MapSheet,
  { palette }: DrawingStyle,
): string[] => {
  const named = new Set<string>()
  const dotStyle = { r: 1.8, fill: palette.ink, stroke: '#ffffff', 'stroke-width': 0.6 }
  const nameStyle = { size: 7.4, weight: 600, fill: palette.ink, halo: mapBackground } as const
  return stages
    .flatMap(({ pois }) => pois.filter(({ icon }) => landmarks.includes(icon)))
    .toSorted((one, other) => landmarks.indexOf(one.icon) - landmarks.indexOf(other.icon))
    .map((poi) => {
      const name = plainText(poi.name)
      const at = projection.project(poi)
      if (named.has(name) || !occupied.isFree(boxAround(at, 2))) return ''
      named.add(name)
      return element('circle', { cx: at.x, cy: at.y, ...dotStyle }) + placeLabel(occupied, at, 3, name, nameStyle)
    })
}

/** The empty map of the whole trip; `null` if no stage has a track. */
export const overviewSheet = (stages: readonly Stage[], frame: MapFrame): MapSheet | null => {
  const extent = boundsOf(stages.flatMap(({ routes }) => routes.flatMap(({ segments }) => segments)))
  return extent ? mapSheet(extent, frame) : null
}

/** All stages on one map, with their numbers, in alternating colours; `null` if no stage has a track. */
export const drawOverviewMap = (
  stages: readonly Stage[],
  title: string,
  style: DrawingStyle,
  frame: MapFrame,
): Drawing | null => {
  const sheet = overviewSheet(stages, frame)
  if (!sheet) return null
  const share = Math.max(40, Math.floor((3 * mostLinePoints) / Math.max(1, stages.length)))
  const line = ({ segments, kind }: Route, index: number, isAlternative = false): string => {
    const drawn = linesOf(sheet.projection, segments, share)
    sheet.occupied.takeLines(drawn)
    return trackLine(drawn, dashesOf(kind, isAlternative), stageColor(style.palette, index))
  }
  const ways = stages.map(stageWays)
  // All main ways are on top of all alternatives.
  const lines = [
    ...ways.flatMap(({ alternatives }, index) =>
      alternatives.flatMap(({ routes }) => routes.map((route) => line(route, index, true))),
    ),
    ...ways.flatMap(({ main }, index) => main.routes.map((route) => line(route, index))),
  ]
  const markers = stages.map((stage, index) => numberMarker(stage, sheet, stageColor(style.palette, index)))
  const names = landmarkNames(stages, sheet, style)
  const named = new Set(stages.flatMap(({ pois }) => pois.map(({ name }) => plainText(name))))
  const around = style.vector ? vectorNames(style.vector, sheet, named) : []
  return finishedMap(sheet, title, [...lines, ...around, ...names, ...markers], style)
}
