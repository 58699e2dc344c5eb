import type { MapContent } from '../map/map-content.ts'
import { emptySheet } from '../map/map-sheet.ts'
import { drawSheet } from '../map/stage-map.ts'
import type { StageSheets } from '../map/stage-sheets.ts'
import { plainText } from '../text/plain-text.ts'
import type { BookFiles, PrintedBasemap } from './book-files.ts'
import { type PrintStyle, styleOn } from './paper.ts'

export const noSheets = { sheets: [], sheetIndex: null }

/** The sheets of a stage, and the line below its own map that says where they are. */
export const sheetsData = (
  plan: StageSheets | null,
  content: MapContent,
  stage: number,
  style: PrintStyle,
  files: BookFiles,
  ofSheet: (number: number) => PrintedBasemap,
) => {
  if (!plan || plan.sheets.length === 0) return noSheets
  const { texts, formats } = style
  const scale = formats.scale(plan.scale)
  const ways = [...content.routes, ...(content.alternatives ?? [])].flatMap(({ segments }) => segments)
  const sheets = plan.sheets.map((projection, index) => {
    const number = index + 1
    const basemap = ofSheet(number)
    const drawing = drawSheet(content, styleOn(basemap, style), plan, emptySheet(projection, ways), number)
    const counted = { sheet: number, sheets: plan.sheets.length }
    return {
      name: `${stage}/${number}`,
      number: String(number),
      title: texts.sheetOf(counted),
      scale: `${scale} (${formats.centimetres(1)} = ${distanceOf(plan.scale / 100, formats)})`,
      width: projection.width,
      height: projection.height,
      drawing: files.drawing(drawing, texts.sheetMapOf({ ...counted, title: plainText(content.title) }), { basemap }),
    }
  })
  return {
    sheets,
    // The template fills in the pages.
    sheetIndex: {
      label: texts.sheetsAt({ scale }),
      sheets: sheets.map(({ name, number }) => ({ name, text: texts.sheetPage({ sheet: number, page: '{page}' }) })),
    },
  }
}

const distanceOf = (metres: number, { metres: short, kilometres }: PrintStyle['formats']): string =>
  metres < 1000 ? short(metres) : kilometres(metres)
