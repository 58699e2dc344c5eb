import type { RoadbookDocument } from '../document.ts'
import { trackMeter } from '../map/along-track.ts'
import { contentOfStage, type MapContent } from '../map/map-content.ts'
import { isInside, type Projection } from '../map/projection.ts'
import { planSheets } from '../map/stage-sheets.ts'
import { isCarried } from '../stage-ways.ts'
import { sheetName } from './book-sheets.ts'
import { type MapWindow, windowOf } from './map-windows.ts'
import { layouts } from './paper.ts'

/** A map at a fixed scale that a stage could have. */
export interface PossibleSheet {
  window: MapWindow
  /** Places of the stage's ways on the map, at most some 12 mm of print apart; x and y in the Mercator square, as in the window. */
  way: [x: number, y: number][]
}

/**
 * The maps at a fixed scale that each stage could have: its own map, if that has room for the stage, else sheets. `null`: none. A book has the maps of
 * its `sheetStages`: the caller chooses stages for whose ways there is a detailed map.
 */
export const possibleSheets = ({ stages, paper }: Pick<RoadbookDocument, 'stages' | 'paper'>) =>
  stages.map((stage, index): PossibleSheet[] | null => {
    const layout = layouts[paper]
    const plan = planSheets(stage, layout)
    if (!plan) return null
    const content = contentOfStage(stage)
    const { whole } = plan
    if (whole)
      return windowOf(index, { projection: whole }).map((window) => ({ window, way: placesOn(whole, content) }))
    return plan.sheets.flatMap((projection, at) =>
      windowOf(sheetName(index, at + 1), { projection }).map((window) => ({
        window,
        way: placesOn(projection, content),
      })),
    )
  })

/** Points between places of a way, and the size of the squares of which each has at most one place. */
const step = 25
const square = 8

/** Ways that return many times have few places. */
function placesOn(projection: Projection, { routes, alternatives = [] }: MapContent): [number, number][] {
  const { box, width, height, metresPerUnit } = projection
  const places = new Map<string, [number, number]>()
  for (const { kind, segments } of [...routes, ...alternatives]) {
    if (isCarried(kind)) continue
    const meter = trackMeter(segments)
    const steps = Math.ceil(meter.lengthM / (step * metresPerUnit))
    for (let index = 0; index <= steps; index++) {
      const place = meter.placeAt((meter.lengthM * index) / Math.max(1, steps))
      const point = place && projection.project(place)
      if (!point || !isInside(projection, point, 0)) continue
      places.set(`${Math.floor(point.x / square)}/${Math.floor(point.y / square)}`, [
        box.left + ((box.right - box.left) * point.x) / width,
        box.top + ((box.bottom - box.top) * point.y) / height,
      ])
    }
  }
  return [...places.values()]
}
