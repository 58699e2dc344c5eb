import type { Accommodation, Basemap, Poi, RoadbookDocument, RoadbookImage, Route, TextPage } from '@guidebook/roadbook'
import { unpackTrack } from '@guidebook/route-geometry'
import type { Draft, DraftPoi, DraftRoute, DraftSection, DraftStay, DraftText } from './draft.ts'
import type { BookFrame, BookImages } from './frame.ts'

const unknownFigures = { distanceMetres: null, ascentMetres: null, descentMetres: null, durationSeconds: null }

type Bytes = Readonly<Record<string, Uint8Array>>
type TripContent = Pick<RoadbookDocument, 'lang' | 'title' | 'html' | 'cover' | 'stages' | 'generalInfo'>

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
export function tripContent(draft: Draft, images: BookImages, bytes: Bytes = {}): TripContent {
  const image = (source: string | null): RoadbookImage | null => {
    if (source === null) return null
    const resized = images[source]
    // Unreadable: the book prints a placeholder of this shape.
    if (!resized) return { name: source.slice(0, 16), width: 4, height: 3, bytes: null }
    return { ...resized, bytes: bytes[source] ?? null }
  }
  const route = (one: DraftRoute): Route => ({
    ...one,
    segments: one.track === null ? [] : unpackTrack(one.track),
    statistics: one.figures ?? unknownFigures,
    image: image(one.image),
  })
  const poi = (one: DraftPoi, index: number): Poi => ({ ...one, number: index + 1, image: image(one.image) })
  const text = (one: DraftText): TextPage => ({ ...one, title: one.name, image: image(one.image) })
  const stay = (one: DraftStay): Accommodation => ({ ...one, image: image(one.image) })
  const section = (part: DraftSection) => ({
    routes: part.routes.map(route),
    pois: part.pois.map(poi),
    texts: part.texts.map(text),
    accommodations: part.accommodations.map(stay),
  })

  return {
    lang: draft.lang,
    title: draft.title,
    html: draft.html,
    cover: image(draft.cover),
    stages: draft.stages.map((stage) => ({ ...stage, ...section(stage) })),
    generalInfo: section(draft.general),
  }
}
