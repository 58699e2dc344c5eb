import { boundsOf } from '@guidebook/route-geometry'
import type { Stage } from '../document.ts'
import { stageWays } from '../stage-ways.ts'
import { projectionFor } from './projection.ts'
import { type Drawing, element, pathData, roundLine, svgDocument } from './svg.ts'
import { thinLines } from './thin-line.ts'

const size = { width: 420, height: 300 }

/** The line of the whole trip, for a cover without an image. */
export const drawTrail = (stages: readonly Stage[], stroke: string): Drawing | null => {
  const tracks = stages.flatMap((stage) => stageWays(stage).main.segments)
  const extent = boundsOf(tracks)
  if (!extent) return null
  const projection = projectionFor(extent, size, 14)
  const d = pathData(thinLines(projection.projectLines(tracks), 1_200))
  const line = { d, ...roundLine, stroke }
  return svgDocument(size, '', [
    element('path', { ...line, 'stroke-width': 9, 'stroke-opacity': 0.12 }),
    element('path', { ...line, 'stroke-width': 2, 'stroke-opacity': 0.75 }),
  ])
}
