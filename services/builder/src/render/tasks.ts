import type { PublishedGuidebook } from '@guidebook/contracts'
import type { Basemap, MapWindow, Paper, RoadbookWarning } from '@guidebook/roadbook'
import type { SanitisedDraft } from '../book/draft.ts'
import type { BookFrame, BookImages } from '../book/frame.ts'
import type { GpxToStore } from '../book/gpx-set.ts'
import type { PageFiles } from '../book/published-guidebook.ts'
import type { SanitisedText, TextToSanitise } from '../html/sanitise-texts.ts'
import type { DrawnIcon } from '../svg/draw-icons.ts'
import type { DrawnLogo } from '../svg/draw-logo.ts'
import type { IconLook } from '../svg/icon-look.ts'
import type { PreparedRoute, RouteToPrepare } from '../track/prepare-routes.ts'

export interface BookToPrint {
  draft: SanitisedDraft
  frame: BookFrame
  images: BookImages
  /** Images for print: JPEGs by their names in the draft, the logo by its file name. */
  bytes: Record<string, Uint8Array>
  basemaps?: Basemap[]
}

export interface PrintedBook {
  pdf: Uint8Array
  pages: number
  warnings: RoadbookWarning[]
}

export interface PageToCompose {
  draft: SanitisedDraft
  frame: BookFrame
  images: BookImages
  /** Names of the existing GPX files, by stage; null: write them, in version `gpxVersion`. */
  gpx: PageFiles['gpx'] | null
  gpxVersion: string
}

export interface ComposedPage {
  page: PublishedGuidebook
  /** Null when they already exist, or when there is nothing to write into them. */
  gpx: GpxToStore | null
}

/** The tasks of a render worker. Arguments and results are copied by structured clone. */
export interface RenderTasks {
  warmUp(): Promise<void>
  sanitiseTexts(texts: TextToSanitise[]): SanitisedText[]
  prepareRoutes(routes: RouteToPrepare[]): PreparedRoute[]
  lastPoints(tracks: (Uint8Array | null)[]): ({ lat: number; lon: number } | null)[]
  /** The areas that the maps of the printed book show. */
  mapWindows(book: { draft: SanitisedDraft; paper: Paper }): MapWindow[]
  printBook(book: BookToPrint): PrintedBook
  composePage(page: PageToCompose): Promise<ComposedPage>
  drawLogo(svg: Uint8Array): DrawnLogo
  drawIcons(look: IconLook): DrawnIcon[]
}
