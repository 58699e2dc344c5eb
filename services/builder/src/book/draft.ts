import type { Figures } from '../content/book-content.ts'

/**
 * The guidebook in one language, as workers receive it. Plain data, since it is copied between processes. An image is named by the SHA-256
 * of its source; a track is packed as in geodata.
 */
export interface Draft {
  lang: string
  title: string
  html: string
  cover: string | null
  stages: DraftStage[]
  general: DraftSection
}

export interface DraftSection {
  routes: DraftRoute[]
  pois: DraftPoi[]
  texts: DraftText[]
  accommodations: DraftStay[]
}

export interface DraftStage extends DraftSection {
  number: number
  title: string
  /** Calendar day, if known. */
  date: string | null
}

interface DraftItem {
  externalId: string
  pointer: string | null
  name: string
  /** The operator's HTML; sanitised in a `SanitisedDraft`. */
  html: string
  image: string | null
}

export interface DraftRoute extends DraftItem {
  /** Route icon, `''` for none. */
  kind: string
  /** Null: the points are missing. */
  track: Uint8Array | null
  figures: Figures | null
}

export interface DraftPoi extends DraftItem {
  icon: string
  lat: number
  lon: number
  phone: string | null
  web: string | null
}

export type DraftText = DraftItem

export interface DraftStay extends DraftPoi {
  arrivalDate: string | null
  departureDate: string | null
  comment: string | null
}

/** A draft whose HTML is sanitised. Workers print no other; the mark survives the transfer to them. */
export type SanitisedDraft = Draft & { isSanitised: true }

/** HTML of an item, or of the guidebook itself (`externalId: null`). */
export interface HtmlPlace {
  html: string
  externalId: string | null
  pointer: string | null
}

/** Replaces each HTML text of a draft, in the order of the book. */
export function mapHtml(draft: Draft, map: (place: HtmlPlace) => string): Draft {
  const item = <Item extends HtmlPlace>(one: Item): Item => ({ ...one, html: map(one) })
  const section = <Section extends DraftSection>(part: Section): Section => ({
    ...part,
    routes: part.routes.map(item),
    pois: part.pois.map(item),
    texts: part.texts.map(item),
    accommodations: part.accommodations.map(item),
  })
  return {
    ...draft,
    html: map({ html: draft.html, externalId: null, pointer: null }),
    stages: draft.stages.map(section),
    general: section(draft.general),
  }
}
