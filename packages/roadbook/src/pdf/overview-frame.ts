import type { RoadbookDocument } from '../document.ts'
import { textOfHtml } from '../html/text-of-html.ts'
import type { MapFrame } from '../map/map-content.ts'
import type { Layout } from './paper.ts'

/** Heights of a row of the overview's table, a line of its text and a map's caption, points on A4. */
const rowHeight = 27
const lineHeight = 15
const captionHeight = 12
const lettersOfLine = 90

/** Shrinks the map if all stages then fit on its page; otherwise they continue on the next page anyway. */
export const overviewFrame = (
  { stages, html }: Pick<RoadbookDocument, 'stages' | 'html'>,
  { overview }: Layout,
  { hasCaption }: { hasCaption: boolean },
): MapFrame => {
  const text = Math.ceil(textOfHtml(html).length / lettersOfLine) * lineHeight
  const left = overview.room - stages.length * rowHeight - text - (hasCaption ? captionHeight : 0)
  return left < overview.minHeight ? overview : { ...overview, maxHeight: Math.min(overview.maxHeight, left) }
}
