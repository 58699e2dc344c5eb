import { mapBackground } from '../brand/palette.ts'
import type { BookMap, RoadbookDocument } from '../document.ts'
import type { MapSheet } from '../map/map-sheet.ts'
import { overviewSheet } from '../map/overview-map.ts'
import type { MercatorBox } from '../map/projection.ts'
import { stageSheet } from '../map/stage-map.ts'
import { overviewFrame } from './overview-frame.ts'
import { layouts } from './paper.ts'

/** The area that a map shows, and its printed size in points. */
export interface MapWindow extends MercatorBox {
  map: BookMap
  width: number
  height: number
  /** `#rrggbb`, where the basemap has no content. */
  background: string
}

/** The windows of all maps in the book's PDF, in its order. A `Basemap` shows exactly the window of its map. */
export const mapWindows = (book: Pick<RoadbookDocument, 'paper' | 'html' | 'stages' | 'generalInfo'>): MapWindow[] => {
  const layout = layouts[book.paper]
  const frame = overviewFrame(book, layout, { hasCaption: true })
  return [
    ...windowOf('overview', overviewSheet(book.stages, frame)),
    ...book.stages.flatMap((stage, index) => windowOf(index, stageSheet(stage, layout.map))),
    ...windowOf('general', stageSheet({ ...book.generalInfo, title: '' }, layout.map)),
  ]
}

const windowOf = (map: BookMap, sheet: MapSheet | null): MapWindow[] => {
  if (!sheet) return []
  const { box, width, height } = sheet.projection
  return [{ map, ...box, width, height, background: mapBackground }]
}
