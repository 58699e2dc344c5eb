import { schemas, validate } from '@guidebook/contracts'
import { loadFonts, renderPdf } from '@guidebook/roadbook'
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

export const composePage: RenderTasks['composePage'] = ({ draft: dirty, frame, pictures, gpx, gpxVersion }) => {
  const { draft, leftOut } = sanitiseDraft(dirty)
  const book = roadbookDocument(draft, frame, pictures)
  const made = gpx === null ? gpxFiles({ ...book, contentVersion: gpxVersion }) : []
  const images = new Set(Object.values(pictures).flatMap((picture) => (picture ? [picture.name] : [])))
  const page = publishedGuidebook(book, { images, gpx: gpx ?? stageFiles(made) })
  const faults = validate(schemas.publishedGuidebook, page)
  if (faults.length > 0) throw new TypeError(`the page does not fit its schema at ${faults[0]?.pointer}`)
  return { page, gpx: made, leftOut }
}

/** Does what the first book would otherwise wait for: fonts are taken apart, the template is read, code gets fast. */
export const warmUp: RenderTasks['warmUp'] = () => {
  for (const title of ['First', 'Second', 'Third']) {
    const book = { draft: { ...warmUpDraft, title }, frame: warmUpFrame, pictures: {} }
    printBook({ ...book, bytes: {} })
    composePage({ ...book, gpx: null, gpxVersion: '0' })
  }
}
