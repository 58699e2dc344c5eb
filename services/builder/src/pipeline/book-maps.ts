import type { MapWindow, RoadbookDocument, RoadbookWarning } from '@guidebook/roadbook'
import { forOneBook } from '../basemap/basemap-sources.ts'
import { chooseSheetStages } from '../basemap/choose-sheet-stages.ts'
import { type PreparedBasemaps, prepareBasemaps } from '../basemap/prepare-basemaps.ts'
import { preparePageMaps } from '../basemap/prepare-page-maps.ts'
import type { PreparedVector } from '../basemap/prepare-vectors.ts'
import type { SanitisedDraft } from '../book/draft.ts'
import type { Build } from '../context.ts'
import { TaskTimeoutError } from '../worker-pool/worker-process.ts'

/** Time limits, milliseconds. After both, most of `RENDER_BUDGET` is left for a book without sheets. Sheets usually take a few seconds. */
const planLimitMs = 10_000
const printLimitMs = 30_000

const tooSlow = {
  code: 'too-many-sheets',
  message: 'The maps at a fixed scale take too long to draw: each stage has one map at the scale that fits.',
}

export interface BookMaps {
  basemaps: PreparedBasemaps
  /** The areas of the maps. */
  windows: readonly MapWindow[]
  /** The stages with maps at a fixed scale. */
  sheetStages: readonly number[]
}

export interface PreparedMaps extends BookMaps {
  /** Vector tiles beneath the maps of the page. */
  pageVectors: readonly PreparedVector[]
  withoutSheets(): Promise<BookMaps>
}

interface Content {
  draft: SanitisedDraft
  paper: RoadbookDocument['paper']
}

/** The maps of a book and of its page, with their basemaps. */
export async function prepareBookMaps({ draft, paper }: Content, build: Build): Promise<PreparedMaps> {
  const windowsOf = (sheetStages: readonly number[]) => build.renderer.run('mapWindows', { draft, paper, sheetStages })
  const prepare = async (
    sheetStages: readonly number[],
    windows: readonly MapWindow[],
    basemaps: Build['basemaps'],
  ): Promise<BookMaps> => ({ sheetStages, windows, basemaps: await prepareBasemaps(windows, basemaps, build) })
  const basemaps = forOneBook(build.basemaps)
  const sheetStages = await sheetStagesOf({ draft, paper }, basemaps, build)
  const windows = await windowsOf(sheetStages)
  const maps = await prepare(sheetStages, windows.book, basemaps)
  // After those of the book: most of the tiles are read by then.
  const pageVectors = await preparePageMaps(windows.page, basemaps, build)
  const withoutSheets = async () => prepare([], (await windowsOf([])).book, forOneBook(build.basemaps))
  return { ...maps, pageVectors, withoutSheets }
}

async function sheetStagesOf(content: Content, basemaps: Build['basemaps'], build: Build): Promise<number[]> {
  if (basemaps.vectors.archives.length === 0) return []
  try {
    const possible = await build.renderer.run('possibleSheets', content, planLimitMs)
    return await chooseSheetStages(possible, basemaps, build)
  } catch (error) {
    if (!(error instanceof TaskTimeoutError)) throw error
    build.warnings.add(tooSlow)
    return []
  }
}

type Printed = { warnings: readonly (Omit<RoadbookWarning, 'code'> & { code: string })[] }

/** Prints a book; without its sheets, and with a warning, if it takes too long with them. */
export async function printInTime<Book extends Printed>(
  maps: Omit<PreparedMaps, 'pageVectors'>,
  print: (maps: BookMaps, limitMs?: number) => Promise<Book>,
): Promise<Omit<Book, 'warnings'> & Printed> {
  if (maps.sheetStages.length === 0) return await print(maps)
  try {
    return await print(maps, printLimitMs)
  } catch (error) {
    if (!(error instanceof TaskTimeoutError)) throw error
    const printed = await print(await maps.withoutSheets())
    return { ...printed, warnings: [...printed.warnings, tooSlow] }
  }
}
