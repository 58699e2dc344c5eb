import type { Artifacts, PublishedGuidebook } from '@guidebook/contracts'
import { chooseLanguage, type Messages, messagesOf } from '@guidebook/messages'
import { type Html, html } from '../../html/html.ts'
import { type Figures, figuresIn } from '../../language/format-figures.ts'
import type { FullRelease } from '../../release/queries.ts'

/** Everything a part of the page needs in order to draw itself. */
export interface View {
  /** Language of dates and figures: the guidebook's own. */
  lang: string
  /** Language of the release's own page, and of its roadbook. */
  releaseLang: string
  /** The page's own texts, in the guidebook's language where we have it. */
  texts: Messages<'tripPage'>
  figures: Figures
  /** `YYYY-MM-DD` in the account's time zone. */
  today: string
  /** Path of the Trip Link on this host, for the addresses of files. */
  base: string
  /** Of the headings inside a stage or the general part. */
  headingLevel: 3 | 4
  /** GPX files that may be had, by their names; empty where the channel is off. */
  gpx: ReadonlyMap<string, { key: string; bytes: number }>
  image(name: string | null, alt: string, className: string): Html | null
}

export interface ViewInput {
  full: FullRelease
  page: PublishedGuidebook
  releaseLang: string
  artifacts: Artifacts
  today: string
  base: string
  accepted: readonly string[]
  /** Where a picture is to be had; a preview, whose link does not work yet, carries the pictures in itself. */
  imageUrl(name: string): string | null
}

export function viewOf(input: ViewInput): View {
  const { page, artifacts, releaseLang, today, base, accepted, imageUrl } = input
  const { release } = input.full
  const sizes = new Map(artifacts.images.map(({ name, width, height }) => [name, { width, height }]))
  return {
    lang: page.lang,
    releaseLang,
    texts: messagesOf('tripPage', chooseLanguage(page.lang, ...accepted)),
    figures: figuresIn(page.lang),
    today,
    base,
    headingLevel: 4,
    gpx: new Map(release.gpxEnabled ? artifacts.gpx?.files.map(({ name, key, bytes }) => [name, { key, bytes }]) : []),
    image(name, alt, className) {
      const size = name === null ? undefined : sizes.get(name)
      const url = name === null || size === undefined ? null : imageUrl(name)
      if (size === undefined || url === null) return null
      // Sizes are told beforehand, so that nothing moves when a picture arrives late.
      return html`<div class="${className}"><img src="${url}" alt="${alt}" width="${size.width}" height="${size.height}"${
        className === 'cover' ? null : html` loading="lazy"`
      }></div>`
    },
  }
}
