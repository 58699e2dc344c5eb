import type { Basemap, RoadbookImage, VectorBasemap } from '../document.ts'
import type { Drawing } from '../map/svg.ts'
import { line } from './entry-data.ts'

const extensionOf = (bytes: Uint8Array): 'png' | 'jpg' | null => {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpg'
  if (bytes[0] === 0x89 && bytes[1] === 0x50 && bytes[2] === 0x4e && bytes[3] === 0x47) return 'png'
  return null
}

export interface PrintedBasemap {
  file: string | null
  vector: VectorBasemap | undefined
  /** One line beneath the map; null for none. */
  attribution: string | null
}

/** Images and drawings of one book by the paths under which the template reads them. Equal images are stored once. */
export class BookFiles {
  readonly files = new Map<string, Uint8Array>()
  /** Names of the document's unreadable images. */
  readonly unreadable = new Set<string>()
  /** Paths of the document's images by name. */
  readonly pictures = new Map<string, string>()
  readonly #refused: ReadonlySet<string>
  readonly #missingLabel: string
  readonly #title: string

  /**
   * @param labels `missing`: printed for an unreadable image; `title`: describes images without a name
   * @param refused names of images that an earlier attempt found unreadable
   */
  constructor(labels: { missing: string; title: string }, refused: ReadonlySet<string>) {
    this.#missingLabel = labels.missing
    this.#title = labels.title
    this.#refused = refused
  }

  /** An image for the template with its width / height; `file: null` if it is unreadable: `label` is printed instead. */
  picture(image: RoadbookImage | null, alt: string) {
    if (!image) return null
    const file = this.#fileOf(image)
    const ratio = image.width > 0 && image.height > 0 ? image.width / image.height : 1.5
    return {
      file,
      alt: alt || this.#title,
      label: this.#missingLabel,
      // The label needs some room.
      ratio: file === null ? Math.min(6, Math.max(0.25, ratio)) : ratio,
    }
  }

  drawing(
    drawing: Drawing | null,
    alt: string,
    { note = null, basemap }: { note?: string | null; basemap?: PrintedBasemap } = {},
  ) {
    if (!drawing) return null
    const file = this.#add('svg', new TextEncoder().encode(drawing.svg))
    return { file, alt, note, basemap: basemap?.file ?? null, attribution: basemap?.attribution ?? null }
  }

  /** What is printed beneath a map. An unreadable image is left out: the map then has a plain background. */
  basemap(image: Basemap | undefined, vector: VectorBasemap | undefined): PrintedBasemap {
    const file = image ? this.#fileOf(image) : null
    const attributions = [
      ...(file !== null && image ? [line(image.attribution)] : []),
      ...(vector ? [line(vector.attribution)] : []),
    ].filter((attribution) => attribution !== '')
    return { file, vector, attribution: [...new Set(attributions)].join(' · ') || null }
  }

  #fileOf(image: RoadbookImage): string | null {
    const before = this.pictures.get(image.name)
    if (before) return before
    const extension = image.bytes && !this.#refused.has(image.name) ? extensionOf(image.bytes) : null
    if (!image.bytes || !extension) {
      this.unreadable.add(image.name)
      return null
    }
    const file = this.#add(extension, image.bytes)
    this.pictures.set(image.name, file)
    return file
  }

  #add(extension: string, bytes: Uint8Array): string {
    const file = `/${this.files.size + 1}.${extension}`
    this.files.set(file, bytes)
    return file
  }
}
