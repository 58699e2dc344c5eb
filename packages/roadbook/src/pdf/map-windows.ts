import { mapGround } from '../brand/palette.ts'
import type { BookMap, RoadbookDocument } from '../document.ts'
import type { MapSheet } from '../map/map-sheet.ts'
import { overviewSheet } from '../map/overview-map.ts'
import type { MercatorBox } from '../map/projection.ts'
import { stageSheet } from '../map/stage-map.ts'
import { overviewFrame } from './overview-frame.ts'
import { layouts } from './paper.ts'

/** What a map shows of the earth, and how large it is printed, points. */
export interface MapWindow extends MercatorBox {
  map: BookMap
  width: number
  height: number
  /** Colour (`#rrggbb`) of plain ground, for where a picture has nothing to show. */
  ground: string
}

/** The windows of all maps that will be in the book's PDF, in its order: what a ground must show to lie beneath one (`MapGround`). */
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
  return [{ map, ...box, width, height, ground: mapGround }]
}
