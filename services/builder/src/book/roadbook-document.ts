import {
  type Basemap,
  type GeneralInfo,
  type RoadbookDocument,
  type RoadbookImage,
  withPlaceNames,
} from '@guidebook/roadbook'
import { unpackTrack } from '@guidebook/route-geometry'
import type { Draft, DraftSection } from './draft.ts'
import type { BookFrame, BookImages } from './frame.ts'

const unknownFigures = { distanceMetres: null, ascentMetres: null, descentMetres: null, durationSeconds: null }

type Bytes = Readonly<Record<string, Uint8Array>>

/**
 * The document of a release, from its sanitised draft, frame and images. `bytes`: images for print by their names in the draft, the logo by
 * its file name; omitted if only names and sizes matter.
 */
export function roadbookDocument(
  draft: Draft,
  frame: BookFrame,
  images: BookImages,
  bytes: Bytes = {},
  basemaps: readonly Basemap[] = [],
): RoadbookDocument {
  const { brand, ...rest } = frame
  return {
    ...rest,
    brand: { ...brand, logo: brand.logo && { ...brand.logo, bytes: bytes[brand.logo.name] ?? null } },
    ...tripContent(draft, images, bytes),
    basemaps,
  }
}

/** The part of the document that depends on the trip. */
export function tripContent(draft: Draft, images: BookImages, bytes: Bytes = {}) {
  const image = (source: string | null): RoadbookImage | null => {
    if (source === null) return null
    const resized = images[source]
    // Unreadable: the book prints a placeholder of this shape.
    if (!resized) return { name: source.slice(0, 16), width: 4, height: 3, bytes: null }
    return { ...resized, bytes: bytes[source] ?? null }
  }
  const entry = <Entry extends { image: string | null }>(one: Entry) => ({ ...one, image: image(one.image) })
  const { lang, title, html, cover, stages, restDays, general } = draft
  const section = ({ routes, pois, texts, accommodations }: DraftSection): GeneralInfo => {
    const content = {
      routes: routes.map(({ track, figures, ...route }) => ({
        ...entry(route),
        segments: track === null ? [] : unpackTrack(track),
        statistics: figures ?? unknownFigures,
      })),
      pois: pois.map((poi, index) => ({ ...entry(poi), number: index + 1 })),
      texts: texts.map((text) => ({ ...entry(text), title: text.name })),
      accommodations: accommodations.map(entry),
    }
    return withPlaceNames(content, lang)
  }

  return {
    lang,
    title,
    html,
    cover: image(cover),
    stages: stages.map((stage) => ({ ...stage, ...section(stage) })),
    restDays,
    generalInfo: section(general),
  }
}
