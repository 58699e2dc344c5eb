import type { MapGround, RoadbookImage } from '../document.ts'
import type { Drawing } from '../map/svg.ts'
import { line } from './entry-data.ts'

/** A picture as the template takes it; `file` is `null` for one that can't be shown, `label` then stands in its place. */
export interface Picture {
  file: string | null
  alt: string
  label: string
  /** Width over height. */
  ratio: number
}

export interface DrawnFile {
  file: string
  alt: string
  note: string | null
  ground: GroundFile | null
}

/** A picture that lies beneath a drawing. */
export interface GroundFile {
  file: string
  attribution: string
}

const extensionOf = (bytes: Uint8Array): 'png' | 'jpg' | null => {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpg'
  if (bytes[0] === 0x89 && bytes[1] === 0x50 && bytes[2] === 0x4e && bytes[3] === 0x47) return 'png'
  return null
}

/** Pictures and drawings of one book, by the names under which the template reads them; equal pictures are kept once. */
export class BookFiles {
  readonly files = new Map<string, Uint8Array>()
  /** Names of the document's pictures that can't be shown. */
  readonly unreadable = new Set<string>()
  readonly #names = new Map<string, string>()
  readonly #refused: ReadonlySet<string>
  readonly #missingLabel: string

  /** @param refused files (names from an earlier attempt) that turned out not to be readable */
  constructor(missingLabel: string, refused: ReadonlySet<string>) {
    this.#missingLabel = missingLabel
    this.#refused = refused
  }

  picture(image: RoadbookImage | null, alt: string): Picture | null {
    if (!image) return null
    const ratio = image.width > 0 && image.height > 0 ? image.width / image.height : 1.5
    return { file: this.#fileOf(image), alt, label: this.#missingLabel, ratio: Math.min(6, Math.max(0.25, ratio)) }
  }

  drawing(
    drawing: Drawing | null,
    alt: string,
    note: string | null = null,
    ground: GroundFile | null = null,
  ): DrawnFile | null {
    return drawing && { file: this.#add('svg', new TextEncoder().encode(drawing.svg)), alt, note, ground }
  }

  /** `null` also for a picture that can't be shown: the map then has the plain ground. */
  ground(ground: MapGround | undefined): GroundFile | null {
    const file = ground ? this.#fileOf(ground) : null
    return ground && file !== null ? { file, attribution: line(ground.attribution) } : null
  }

  #fileOf(image: RoadbookImage): string | null {
    const before = this.#names.get(image.name)
    if (before) return before
    const extension = image.bytes && !this.#refused.has(image.name) ? extensionOf(image.bytes) : null
    if (!image.bytes || !extension) {
      this.unreadable.add(image.name)
      return null
    }
    const file = this.#add(extension, image.bytes)
    this.#names.set(image.name, file)
    return file
  }

  #add(extension: string, bytes: Uint8Array): string {
    const file = `/${this.files.size + 1}.${extension}`
    this.files.set(file, bytes)
    return file
  }

  /** The document's pictures with the file each has become. */
  get pictures(): ReadonlyMap<string, string> {
    return this.#names
  }
}
