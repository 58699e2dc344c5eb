import { type GpxFile, type GpxVariant, guidebookGpx, type RoadbookDocument, stageGpx } from '@guidebook/roadbook'
import type { PageFiles } from './published-guidebook.ts'

/** One GPX file of a book as it was written. */
export interface MadeGpx {
  /** Without its ending; unique within the book. */
  name: string
  /** Null: the whole trip. */
  stage: number | null
  variant: GpxVariant
  /** UTF-8. */
  content: Uint8Array
  /** Segments that the device's file had no room for. */
  segmentsLeftOut: number
}

const utf8 = new TextEncoder()
const variants: readonly GpxVariant[] = ['full', 'device']

/** A file for each stage that has anything to show and one for the whole trip, each whole and for devices. */
export function gpxFiles(book: RoadbookDocument): MadeGpx[] {
  const taken = new Set<string>()
  const named = (file: GpxFile | null, stage: number | null, variant: GpxVariant): MadeGpx[] => {
    if (!file) return []
    const wanted = file.name.replace(/\.gpx$/, '')
    let name = wanted
    for (let count = 2; taken.has(name); count++) name = `${wanted}-${count}`
    taken.add(name)
    return [{ name, stage, variant, content: utf8.encode(file.content), segmentsLeftOut: file.segmentsLeftOut }]
  }
  return variants.flatMap((variant) => [
    ...book.stages.flatMap((stage) => named(stageGpx(book, stage, variant), stage.number, variant)),
    ...named(guidebookGpx(book, variant), null, variant),
  ])
}

/** The names of each stage's two files, for the page. */
export function stageFiles(files: readonly Pick<MadeGpx, 'name' | 'stage' | 'variant'>[]): PageFiles['gpx'] {
  const ofStages = files.filter(({ stage }) => stage !== null)
  const name = (stage: number | null, variant: GpxVariant) =>
    ofStages.find((file) => file.stage === stage && file.variant === variant)?.name ?? null
  return Object.fromEntries(
    ofStages.map(({ stage }) => {
      const [full, device] = [name(stage, 'full'), name(stage, 'device')]
      return [stage, full && device ? { full, device } : null]
    }),
  )
}
