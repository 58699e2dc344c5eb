import { schemas, validate } from '@guidebook/contracts'
import { loadFonts, renderPdf } from '@guidebook/roadbook'
import { move, transferableSymbol, valueSymbol } from 'piscina'
import { gpxArchive } from '../artifact/gpx-archive.ts'
import { gpxFiles, stageFiles } from '../book/gpx-files.ts'
import { publishedGuidebook } from '../book/published-guidebook.ts'
import { roadbookDocument } from '../book/roadbook-document.ts'
import { sanitiseDraft } from '../content/sanitise-draft.ts'
import { lastPoint } from '../track/last-point.ts'
import { prepareRoute } from '../track/prepare-routes.ts'
import type { RenderTasks } from './tasks.ts'
import { warmUpDraft, warmUpFrame } from './warm-up-draft.ts'

/** Read and understood once per worker: they are most of what the first book costs. */
const fonts = loadFonts()

export const prepareRoutes: RenderTasks['prepareRoutes'] = (routes) => routes.map(prepareRoute)

export const lastPoints: RenderTasks['lastPoints'] = (tracks) => tracks.map(lastPoint)

export const printBook: RenderTasks['printBook'] = ({ draft, frame, pictures, bytes }) =>
  renderPdf(roadbookDocument(sanitiseDraft(draft).draft, frame, pictures, bytes), fonts)

export const composePage: RenderTasks['composePage'] = async ({ draft: dirty, frame, pictures, gpx, gpxVersion }) => {
  const { draft, leftOut } = sanitiseDraft(dirty)
  const book = roadbookDocument(draft, frame, pictures)
  const made = gpx === null ? gpxFiles({ ...book, contentVersion: gpxVersion }) : null
  const images = new Set(Object.values(pictures).flatMap((picture) => (picture ? [picture.name] : [])))
  const page = publishedGuidebook(book, { images, gpx: gpx ?? stageFiles(made?.files ?? []) })
  const faults = validate(schemas.publishedGuidebook, page)
  if (faults.length > 0) throw new TypeError(`the page does not fit its schema at ${faults[0]?.pointer}`)
  if (!made || made.files.length === 0) return { page, gpx: null, leftOut }
  return handOver({ page, gpx: { ...made, archive: await gpxArchive(made) }, leftOut }, made.contents)
}

/** Gives the answer to the main thread with its large parts handed over, not copied. */
const handOver = <Answer>(answer: Answer, parts: Uint8Array<ArrayBuffer>[]): Answer =>
  move({ [valueSymbol]: answer, [transferableSymbol]: parts.map((part) => part.buffer) } as never) as Answer

/** Does what the first book would otherwise wait for: fonts are taken apart, the template is read, code gets fast. */
export const warmUp: RenderTasks['warmUp'] = async () => {
  for (const title of ['First', 'Second', 'Third']) {
    const book = { draft: { ...warmUpDraft, title }, frame: warmUpFrame, pictures: {} }
    printBook({ ...book, bytes: {} })
    await composePage({ ...book, gpx: null, gpxVersion: '0' })
  }
}
