import { boundsOf } from '@guidebook/route-geometry'
import { mapGround, stageColor } from '../brand/palette.ts'
import type { Stage } from '../document.ts'
import { plainText } from '../text/plain-text.ts'
import { trackMeter } from './along-track.ts'
import { graticule } from './graticule.ts'
import { stageMarker } from './markers.ts'
import { boxAround, nearestFree, Occupied } from './occupied.ts'
import { placeLabel } from './place-label.ts'
import { aspectOf, projectionFor } from './projection.ts'
import { northArrow, scaleBar } from './scale-bar.ts'
import type { DrawingStyle, MapFrame } from './stage-map.ts'
import { type Drawing, element, svgDocument } from './svg.ts'
import { mostLinePoints, trackLine } from './track-line.ts'

/** Places that a map of the whole trip names, most telling first. */
const landmarks = ['destination', 'stagetown', 'town', 'interimstep']
const margin = 22

/** All stages on one map, each with its number and in alternating colours; `null` when no stage has a track. */
export const drawOverviewMap = (
  stages: readonly Stage[],
  title: string,
  style: DrawingStyle,
  frame: MapFrame,
): Drawing | null => {
  const tracks = stages.map(({ routes }) => routes.flatMap(({ segments }) => segments))
  const extent = boundsOf(tracks.flat())
  if (!extent) return null
  const wanted = (frame.width - 2 * margin) * aspectOf(extent) + 2 * margin
  const height = Math.round(Math.min(frame.maxHeight, Math.max(frame.minHeight, wanted)))
  const projection = projectionFor(extent, { width: frame.width, height }, margin)
  const occupied = new Occupied(frame.width, height)
  occupied.take({ left: frame.width - 32, top: 0, right: frame.width, bottom: 30 })
  occupied.take({ left: frame.width * 0.7, top: height - 24, right: frame.width, bottom: height })

  const share = Math.max(40, Math.floor((3 * mostLinePoints) / Math.max(1, stages.length)))
  const lines: string[] = []
  const markers: string[] = []
  stages.forEach((stage, index) => {
    const color = stageColor(style.palette, index)
    for (const { segments, kind } of stage.routes) lines.push(trackLine(projection, segments, kind, color, share))
    const meter = trackMeter(tracks[index] ?? [])
    const middle = meter.placeAt(meter.lengthM / 2)
    if (!middle) return
    const label = String(stage.number)
    const radius = 7 + label.length
    const at = nearestFree(occupied, projection.project(middle), radius, 120)
    occupied.take(boxAround(at, radius))
    markers.push(stageMarker(at, label, color))
  })

  const named = new Set<string>()
  const names = stages
    .flatMap(({ pois }) => pois.filter(({ icon }) => landmarks.includes(icon)))
    .toSorted((one, other) => landmarks.indexOf(one.icon) - landmarks.indexOf(other.icon))
    .map((poi) => {
      const name = plainText(poi.name)
      const at = projection.project(poi)
      if (named.has(name) || !occupied.isFree(boxAround(at, 2))) return ''
      named.add(name)
      const dot = element('circle', {
        class: 'ink',
        cx: at.x,
        cy: at.y,
        r: 1.8,
        fill: style.palette.ink,
        stroke: '#ffffff',
        'stroke-width': 0.6,
      })
      return (
        dot +
        placeLabel(occupied, at, 3, name, {
          size: 7.4,
          weight: 600,
          fill: style.palette.ink,
          halo: mapGround,
          class: 'ink',
        })
      )
    })

  return svgDocument({ width: frame.width, height }, title, [
    element('rect', { class: 'ground', width: frame.width, height, fill: mapGround }),
    graticule(projection),
    ...lines,
    ...names,
    ...markers,
    scaleBar(projection, style.formats),
    northArrow(projection),
  ])
}
