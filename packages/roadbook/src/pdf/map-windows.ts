import { mapBackground } from '../brand/palette.ts'
import type { BookMap, RoadbookDocument } from '../document.ts'
import { textOfHtml } from '../html/printable-html.ts'
import { contentOfGeneral, contentOfStage, type MapFrame } from '../map/map-content.ts'
import type { MapSheet } from '../map/map-sheet.ts'
import { overviewSheet } from '../map/overview-map.ts'
import { stageSheet } from '../map/stage-map.ts'
import { sheetName, sheetsOf } from './book-sheets.ts'
import { layouts } from './paper.ts'

type BookWithMaps = Pick<RoadbookDocument, 'paper' | 'html' | 'stages' | 'restDays' | 'generalInfo' | 'sheetStages'>

/** The windows of all maps in the book's PDF, in its order. A `Basemap` shows exactly the window of its map. */
export const mapWindows = (book: BookWithMaps) => {
  const layout = layouts[book.paper]
  return [
    ...windowOf('overview', overviewSheet(book.stages, overviewFrame(book, { hasCaption: true }))),
    ...book.stages.flatMap((stage, index) => {
      const plan = sheetsOf(book, index, layout)
      return [
        ...windowOf(index, stageSheet(contentOfStage(stage), layout.map, plan)),
        ...(plan?.sheets ?? []).flatMap((projection, at) => windowOf(sheetName(index, at + 1), { projection })),
      ]
    }),
    ...windowOf('general', stageSheet(contentOfGeneral(book.generalInfo, ''), layout.map)),
  ]
}

/** The area that a map shows, its size in points (on the page in CSS pixels), and the colour (`#rrggbb`) where the basemap has no content. */
export type MapWindow = ReturnType<typeof mapWindows>[number]

export const windowOf = (map: BookMap, sheet: Pick<MapSheet, 'projection'> | null) => {
  if (!sheet) return []
  const { box, width, height } = sheet.projection
  return [{ map, ...box, width, height, background: mapBackground }]
}

/** Heights of a row of the overview's table, a line of its text and a map's caption, points on A4. */
const rowHeight = 27
const lineHeight = 15
const captionHeight = 12
const lettersOfLine = 90

/** The frame of the overview's map, smaller if all stages then fit on its page; otherwise they continue on the next page anyway. */
export const overviewFrame = (
  { stages, restDays, html, paper }: Pick<RoadbookDocument, 'stages' | 'restDays' | 'html' | 'paper'>,
  { hasCaption }: { hasCaption: boolean },
): MapFrame => {
  const { overview } = layouts[paper]
  const text = Math.ceil(textOfHtml(html).length / lettersOfLine) * lineHeight
  const left = overview.room - (stages.length + restDays.length) * rowHeight - text - (hasCaption ? captionHeight : 0)
  return left < overview.minHeight ? overview : { ...overview, maxHeight: Math.min(overview.maxHeight, left) }
}
