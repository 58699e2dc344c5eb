import {
  type GpxFile,
  type GpxVariant,
  gpxFileName,
  guidebookGpx,
  mostDevicePoints,
  type RoadbookDocument,
  type Stage,
  stageGpx,
} from '@guidebook/roadbook'
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

/** A file for each stage that has anything to show and one for the whole trip, each whole and for devices. */
export function gpxFiles(book: RoadbookDocument): MadeGpx[] {
  const whole = [
    ...book.stages.map((stage) => ({ stage, full: stageGpx(book, stage, 'full') })),
    { stage: null, full: guidebookGpx(book, 'full') },
  ]
  const files = whole.flatMap(({ stage, full }): UnnamedGpx[] => {
    if (!full) return []
    const forDevices = full.points <= mostDevicePoints ? full : (deviceFile(book, stage) ?? full)
    const about = { stage: stage?.number ?? null, wanted: full.name }
    return [
      { ...about, variant: 'full', content: utf8.encode(full.content), segmentsLeftOut: 0 },
      {
        ...about,
        wanted: gpxFileName(book, stage, 'device'),
        variant: 'device',
        content: utf8.encode(forDevices.content),
        segmentsLeftOut: forDevices.segmentsLeftOut,
      },
    ]
  })
  return withNames(files)
}

type UnnamedGpx = Omit<MadeGpx, 'name'> & { wanted: string }

const deviceFile = (book: RoadbookDocument, stage: Stage | null): GpxFile | null =>
  stage ? stageGpx(book, stage, 'device') : guidebookGpx(book, 'device')

/** Without their ending, and each its own: a guidebook may be called like one of its stages. */
function withNames(files: readonly UnnamedGpx[]): MadeGpx[] {
  const taken = new Set<string>()
  return files.map(({ wanted, ...file }) => {
    const plain = wanted.replace(/\.gpx$/, '')
    let name = plain
    for (let count = 2; taken.has(name); count++) name = `${plain}-${count}`
    taken.add(name)
    return { name, ...file }
  })
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
