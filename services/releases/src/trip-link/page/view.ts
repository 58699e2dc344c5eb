import type { Artifacts, PublishedGuidebook } from '@guidebook/contracts'
import { chooseLanguage, type Language, type Messages, messagesOf } from '@guidebook/messages'
import type { MapSource } from '../../config.ts'
import { type Html, html } from '../../html/html.ts'
import { type Figures, figuresIn } from '../../language/format-figures.ts'
import type { Trip } from '../trip.ts'
import type { TripDocument } from './documents.ts'

export interface TripPageInput extends Pick<Trip, 'release' | 'waitsFor'> {
  page: PublishedGuidebook
  /** Language of the release's own page, and of its roadbook. */
  releaseLang: string
  artifacts: Artifacts
  /** The documents of today in the account's time zone; none in a preview. */
  documents: readonly TripDocument[]
  /** `YYYY-MM-DD` in the account's time zone. The page's script replaces it by the day of the device. */
  today: string
  /** Path of the Trip Link on this host, for the addresses of files. */
  base: string
  /** The traveller's languages. */
  accepted: readonly string[]
  map: MapSource
  isPreview: boolean
  /** False in the preview of a guidebook. */
  hasBooking: boolean
  /** Address of an image, or in a preview its data. */
  imageUrl(name: string): string | null
}

interface StoredFile {
  key: string
  bytes: number
}

/** Everything that the parts of the page need. */
export interface View extends TripPageInput {
  /** The interface language: of labels, dates and figures. The guidebook's own if there are messages in it, else the traveller's. */
  lang: Language
  /** Attributes of an element with a text of the operator: direction by its first strong letter, and the guidebook's language if it is another one. */
  own: Html
  /** The page's own texts. */
  texts: Messages<'tripPage'>
  figures: Figures
  /** Of the headings inside a stage or the general part. */
  headingLevel: 3 | 4
  /** GPX files by their names; empty when the channel is off. */
  gpx: ReadonlyMap<string, StoredFile>
  /** Courses by their names, likewise. */
  courses: ReadonlyMap<string, StoredFile>
  /** The data of interactive maps; null if there are none, since they show the tracks of GPX files. */
  mapData: StoredFile | null
  image(name: string | null, alt: string, className: string): Html | null
}

export function viewOf(input: TripPageInput): View {
  const { page, artifacts, release } = input
  const byName = (files: readonly (StoredFile & { name: string })[] = []) =>
    new Map(release.gpx_enabled ? files.map(({ name, key, bytes }) => [name, { key, bytes }]) : [])
  const sizes = new Map(artifacts.images.map(({ name, width, height }) => [name, { width, height }]))
  const lang = chooseLanguage(page.lang, ...input.accepted)
  return {
    ...input,
    lang,
    own: lang === page.lang ? html` dir="auto"` : html` dir="auto" lang="${page.lang}"`,
    texts: messagesOf('tripPage', lang),
    figures: figuresIn(lang),
    headingLevel: 4,
    gpx: byName(artifacts.gpx?.files),
    courses: byName(artifacts.gpx?.courses),
    mapData: release.gpx_enabled && artifacts.gpx ? (artifacts.map ?? null) : null,
    image(name, alt, className) {
      const size = name === null ? undefined : sizes.get(name)
      const url = name === null || size === undefined ? null : input.imageUrl(name)
      if (size === undefined || url === null) return null
      // With the size, nothing moves when an image arrives late.
      return html`<div class="${className}"><img src="${url}" alt="${alt}" width="${size.width}" height="${size.height}"${
        className === 'cover' ? null : html` loading="lazy"`
      }></div>`
    },
  }
}
