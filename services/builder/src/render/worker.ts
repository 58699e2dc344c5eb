import { schemas, validate } from '@guidebook/contracts'
import {
  type Basemap,
  courseFiles,
  fontPaths,
  gpxFiles,
  loadFonts,
  mapWindows,
  pageMapWindows,
  possibleSheets,
  type RoadbookDocument,
  renderPdf,
  type VectorBasemap,
} from '@guidebook/roadbook'
import type { SanitisedDraft } from '../book/draft.ts'
import { draftOfWays } from '../book/draft-of-ways.ts'
import type { BookFrame, BookImages } from '../book/frame.ts'
import { archivedGpx, filesByWay } from '../book/gpx-files.ts'
import { type PageFiles, publishedGuidebook } from '../book/published-guidebook.ts'
import { roadbookDocument, tripContent } from '../book/roadbook-document.ts'
import { warmUpDraft, warmUpFrame } from '../book/warm-up-book.ts'
import { sanitiseTexts } from '../html/sanitise-texts.ts'
import { drawIcons } from '../svg/draw-icons.ts'
import { drawLogo } from '../svg/draw-logo.ts'
import type { IconLook } from '../svg/icon-look.ts'
import {
  alternativesOfStage,
  endOfStage,
  type PackedRoute,
  prepareRoute,
  type RouteToPrepare,
} from '../track/prepare-routes.ts'
import { drawMaps, drawPageMaps } from '../vector/draw-maps.ts'
import type { TilesOfMap } from '../vector/tiles-of-map.ts'
import { answerTasks } from '../worker-pool/answer-tasks.ts'

interface Book {
  draft: SanitisedDraft
  frame: BookFrame
  images: BookImages
}

interface BookToPrint extends Book {
  /** Images for print: JPEGs by their names in the draft, the logo by its file name. */
  bytes: Record<string, Uint8Array>
  basemaps?: Basemap[]
  /** Vector tiles beneath its maps. */
  vectors?: TilesOfMap[]
  /** The stages with maps at a fixed scale. */
  sheetStages?: readonly number[]
}

interface PageToCompose extends Book {
  /** Names of the existing GPX files; null: write them, in version `gpxVersion`. */
  gpx: PageFiles['gpx'] | null
  gpxVersion: string
  /** What is drawn beneath the tracks of its maps. */
  vectors?: readonly VectorBasemap[]
}

/** The tasks of a render worker. Arguments and results are copied by structured clone. */
export type RenderTasks = ReturnType<typeof renderTasks>

/** Fonts are read and parsed once: they are most of the cost of the first book. */
function renderTasks() {
  const fonts = loadFonts()
  const canPrint = (text: string) =>
    [...text].every((sign) => /\s/.test(sign) || fonts.covers(sign.codePointAt(0) as number))

  const printBook = ({ draft, frame, images, bytes, basemaps, vectors = [], sheetStages = [] }: BookToPrint) => {
    const book = roadbookDocument(draft, frame, images, bytes, basemaps)
    const choice = { lang: draft.lang, canPrint }
    const drawn = drawMaps(vectors, choice)
    return renderPdf({ ...book, vectors: drawn, sheetStages }, fonts)
  }

  return {
    sanitiseTexts,
    prepareRoutes: (routes: RouteToPrepare[]) => routes.map(prepareRoute),
    alternativesOfStages: (stages: PackedRoute[][]) => stages.map(alternativesOfStage),
    stageEnds: (stages: PackedRoute[][]) => stages.map(endOfStage),
    /** The areas that the maps of the printed book show, and those of the page. */
    mapWindows({ draft, ...book }: { draft: SanitisedDraft } & Pick<RoadbookDocument, 'paper' | 'sheetStages'>) {
      const content = tripContent(draft, {})
      return { book: mapWindows({ ...content, ...book }), page: pageMapWindows(content) }
    },
    /** The maps at a fixed scale that its stages could have. */
    possibleSheets: ({ draft, paper }: { draft: SanitisedDraft } & Pick<RoadbookDocument, 'paper'>) =>
      possibleSheets({ ...tripContent(draft, {}), paper }),
    printBook,
    /** The basemaps of the page, in each of its languages. */
    drawPageMaps: ({ vectors, langs }: { vectors: readonly TilesOfMap[]; langs: readonly string[] }) =>
      drawPageMaps(vectors, langs),
    composePage,
    drawLogo: (svg: Uint8Array) => drawLogo(svg, fontPaths(Buffer.from(svg).toString())),
    drawIcons: (look: IconLook) => drawIcons(look, { covers: fonts.covers, fontFiles: fontPaths(look.letter) }),
    // Parses the fonts, reads the template and compiles the code, which the first book would otherwise wait for.
    // Once: a task waits for it, and the second book costs more than it saves the next one.
    async warmUp() {
      const book = { draft: warmUpDraft, frame: warmUpFrame, images: {} }
      printBook({ ...book, bytes: {} })
      await composePage({ ...book, gpx: null, gpxVersion: '0' })
    },
  }
}

/** The page, and the GPX files unless they already exist or would be empty. */
async function composePage({ draft, frame, images, gpx, gpxVersion, vectors = [] }: PageToCompose) {
  const book = roadbookDocument(draft, frame, images)
  const made = gpx === null ? filesOfWays(draft, frame, gpxVersion) : null
  const shown = [...Object.values(images), frame.brand.logo]
  const names = new Set(shown.flatMap((image) => (image ? [image.name] : [])))
  const page = publishedGuidebook(book, {
    images: names,
    gpx: gpx ?? filesByWay({ files: made?.gpx.files ?? [], courses: made?.courses ?? [] }),
    vectors,
  })
  const faults = validate(schemas.publishedGuidebook, page)
  if (faults.length > 0) throw new TypeError(`the page does not fit its schema at ${faults[0]?.pointer}`)
  return { page, gpx: made && made.gpx.files.length > 0 ? await archivedGpx(made.gpx, made.courses) : null }
}

/** Made from the part of the draft that their fingerprint is of. */
function filesOfWays(draft: SanitisedDraft, frame: BookFrame, contentVersion: string) {
  const book = { ...roadbookDocument(draftOfWays(draft), frame, {}), contentVersion }
  return { gpx: gpxFiles(book), courses: courseFiles(book) }
}

answerTasks(renderTasks())
