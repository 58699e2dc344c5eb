import { schemas, validate } from '@guidebook/contracts'
import { fontPaths, loadFonts, mapWindows, renderPdf } from '@guidebook/roadbook'
import { gpxArchive } from '../book/gpx-archive.ts'
import { gpxFiles } from '../book/gpx-files.ts'
import { publishedGuidebook } from '../book/published-guidebook.ts'
import { roadbookDocument, tripContent } from '../book/roadbook-document.ts'
import { stageFiles } from '../book/stage-files.ts'
import { warmUpDraft, warmUpFrame } from '../book/warm-up-book.ts'
import { sanitiseTexts } from '../html/sanitise-texts.ts'
import { drawIcons } from '../svg/draw-icons.ts'
import { drawLogo } from '../svg/draw-logo.ts'
import { lastPoint } from '../track/last-point.ts'
import { prepareRoute } from '../track/prepare-routes.ts'
import type { RenderTasks } from './tasks.ts'

/** The tasks of a render worker. Fonts are read and parsed once: they are most of the cost of the first book. */
export function renderTasks(): RenderTasks {
  const fonts = loadFonts()
  const fontFiles = fontPaths()

  const printBook: RenderTasks['printBook'] = ({ draft, frame, images, bytes, basemaps }) =>
    renderPdf(roadbookDocument(draft, frame, images, bytes, basemaps), fonts)

  return {
    sanitiseTexts,
    prepareRoutes: (routes) => routes.map(prepareRoute),
    lastPoints: (tracks) => tracks.map(lastPoint),
    mapWindows: ({ draft, paper }) => mapWindows({ ...tripContent(draft, {}), paper }),
    printBook,
    composePage,
    drawLogo: (svg) => drawLogo(svg, fontFiles),
    drawIcons: (look) => drawIcons(look, { covers: fonts.covers, fontFiles }),
    // Parses the fonts, reads the template and compiles the code, which the first book would otherwise wait for.
    async warmUp() {
      for (const title of ['First', 'Second', 'Third']) {
        const book = { draft: { ...warmUpDraft, title }, frame: warmUpFrame, images: {} }
        printBook({ ...book, bytes: {} })
        await composePage({ ...book, gpx: null, gpxVersion: '0' })
      }
    },
  }
}

const composePage: RenderTasks['composePage'] = async ({ draft, frame, images, gpx, gpxVersion }) => {
  const book = roadbookDocument(draft, frame, images)
  const made = gpx === null ? gpxFiles({ ...book, contentVersion: gpxVersion }) : null
  const shown = [...Object.values(images), frame.brand.logo]
  const names = new Set(shown.flatMap((image) => (image ? [image.name] : [])))
  const page = publishedGuidebook(book, { images: names, gpx: gpx ?? stageFiles(made?.files ?? []) })
  const faults = validate(schemas.publishedGuidebook, page)
  if (faults.length > 0) throw new TypeError(`the page does not fit its schema at ${faults[0]?.pointer}`)
  if (!made || made.files.length === 0) return { page, gpx: null }
  return { page, gpx: { ...made, archive: await gpxArchive(made) } }
}
