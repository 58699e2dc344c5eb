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
  /** Without extension; unique within the book. */
  name: string
  /** Null: the whole trip. */
  stage: number | null
  variant: GpxVariant
  /** Index of its bytes; most device files share those of the full file. */
  content: number
  /** Segments that did not fit into the device file. */
  segmentsLeftOut: number
}

export interface MadeGpxFiles {
  files: MadeGpx[]
  /** UTF-8. */
  contents: Uint8Array<ArrayBuffer>[]
}

const utf8 = new TextEncoder()

/** Full and device files for the whole trip and for each stage that has a track or a place. */
export function gpxFiles(book: RoadbookDocument): MadeGpxFiles {
  const contents: Uint8Array<ArrayBuffer>[] = []
  const add = (file: GpxFile): number => contents.push(utf8.encode(file.content)) - 1
  const both = (stage: Stage | null): UnnamedGpx[] => {
    const full = written(book, stage, 'full')
    if (!full) return []
    const device = full.points <= mostDevicePoints ? full : (written(book, stage, 'device') ?? full)
    const content = add(full)
    const about = { stage: stage?.number ?? null }
    return [
      { ...about, requestedName: full.name, variant: 'full', content, segmentsLeftOut: 0 },
      {
        ...about,
        requestedName: gpxFileName(book, stage, 'device'),
        variant: 'device',
        content: device === full ? content : add(device),
        segmentsLeftOut: device.segmentsLeftOut,
      },
    ]
  }
  return { files: withNames([...book.stages, null].flatMap(both)), contents }
}

type UnnamedGpx = Omit<MadeGpx, 'name'> & { requestedName: string }

const written = (book: RoadbookDocument, stage: Stage | null, variant: GpxVariant): GpxFile | null =>
  stage ? stageGpx(book, stage, variant) : guidebookGpx(book, variant)

/** Makes the names unique and removes the extension: a guidebook may have the title of one of its stages. */
function withNames(files: readonly UnnamedGpx[]): MadeGpx[] {
  const taken = new Set<string>()
  return files.map(({ requestedName, ...file }) => {
    const plain = requestedName.replace(/\.gpx$/, '')
    let name = plain
    for (let count = 2; taken.has(name); count++) name = `${plain}-${count}`
    taken.add(name)
    return { name, ...file }
  })
}
