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

/** One GPX file of a book. */
export interface MadeGpx {
  /** Without its ending; unique within the book. */
  name: string
  /** Null: the whole trip. */
  stage: number | null
  variant: GpxVariant
  /** Index of its bytes: a device's file is mostly the same as the whole one. */
  content: number
  /** Segments that the device's file had no room for. */
  segmentsLeftOut: number
}

export interface MadeGpxFiles {
  files: MadeGpx[]
  /** UTF-8. */
  contents: Uint8Array<ArrayBuffer>[]
}

const utf8 = new TextEncoder()

/** A file for each stage that has anything to show and one for the whole trip, each whole and for devices. */
export function gpxFiles(book: RoadbookDocument): MadeGpxFiles {
  const contents: Uint8Array<ArrayBuffer>[] = []
  const keep = (file: GpxFile): number => contents.push(utf8.encode(file.content)) - 1
  const both = (stage: Stage | null): UnnamedGpx[] => {
    const full = written(book, stage, 'full')
    if (!full) return []
    const device = full.points <= mostDevicePoints ? full : (written(book, stage, 'device') ?? full)
    const content = keep(full)
    const about = { stage: stage?.number ?? null }
    return [
      { ...about, wanted: full.name, variant: 'full', content, segmentsLeftOut: 0 },
      {
        ...about,
        wanted: gpxFileName(book, stage, 'device'),
        variant: 'device',
        content: device === full ? content : keep(device),
        segmentsLeftOut: device.segmentsLeftOut,
      },
    ]
  }
  return { files: withNames([...book.stages, null].flatMap(both)), contents }
}

type UnnamedGpx = Omit<MadeGpx, 'name'> & { wanted: string }

const written = (book: RoadbookDocument, stage: Stage | null, variant: GpxVariant): GpxFile | null =>
  stage ? stageGpx(book, stage, variant) : guidebookGpx(book, variant)

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
