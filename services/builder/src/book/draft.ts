import type { Accommodation, Poi, RestDay, Route, RouteStatistics, Stage } from '@guidebook/roadbook'
import type { BookItem } from '../content/book-content.ts'

/** An entry of the book whose image is named by the SHA-256 of its source. Its HTML is the operator's, and sanitised in a `SanitisedDraft`. */
type Drafted<Entry> = Omit<Entry, 'image'> & Pick<BookItem, 'externalId' | 'pointer'> & { image: string | null }

export type DraftText = Drafted<Pick<Route, 'name' | 'html'>>
export type DraftPoi = Drafted<Omit<Poi, 'number'>>
export type DraftStay = Drafted<Accommodation>
export type DraftRoute = Drafted<Omit<Route, 'segments' | 'statistics'>> & {
  /** Packed as in geodata; null: the points are missing. */
  track: Uint8Array | null
  figures: RouteStatistics | null
}

export interface DraftSection {
  routes: DraftRoute[]
  pois: DraftPoi[]
  texts: DraftText[]
  accommodations: DraftStay[]
}

export type DraftStage = DraftSection & Pick<Stage, 'number' | 'title' | 'date'>

/** The guidebook in one language, as workers receive it. Plain data, since it is copied between processes. */
export interface Draft {
  lang: string
  title: string
  html: string
  cover: string | null
  stages: DraftStage[]
  restDays: RestDay[]
  general: DraftSection
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
