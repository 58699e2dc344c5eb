import type { LoadedTrack } from '../track/load-tracks.ts'
import type { TripPlan } from '../trip/plan-trip.ts'
import type { BookContent, BookPoi, BookRoute, BookText, Stay } from './book-content.ts'
import type { Draft, DraftPoi, DraftRoute, DraftSection, DraftStay, DraftText } from './draft.ts'
import type { LanguageChoice, TextOwner } from './in-language.ts'

export interface DraftSource {
  content: BookContent
  /** A title of the release's own, which wins over that of the guidebook. */
  title: string | null
  lang: string
  language: LanguageChoice
  plan: TripPlan
  loaded: ReadonlyMap<BookRoute, LoadedTrack | null>
}

/** A text that belongs to no item. */
const part = (called: string): TextOwner => ({ called, externalId: null, pointer: null })

/** What the traveller will see, in the order in which it will be seen, with every stay at the stages it belongs to. */
export function draftOf({ content, title, lang, language, plan, loaded }: DraftSource): Draft {
  const item = ({ externalId, pointer, names, descriptions, image }: BookText): DraftText => {
    const owner = { called: externalId, externalId, pointer }
    return {
      externalId,
      pointer,
      name: language.pick(names, owner),
      html: language.pick(descriptions, owner),
      image: image?.sha256 ?? null,
    }
  }
  const route = (one: BookRoute): DraftRoute => ({
    ...item(one),
    kind: one.icon ?? '',
    track: loaded.get(one)?.track ?? null,
    figures: loaded.get(one)?.figures ?? one.figures,
  })
  const poi = (one: BookPoi): DraftPoi => ({
    ...item(one),
    icon: one.icon,
    lat: one.lat,
    lon: one.lon,
    phone: one.phone,
    web: one.web,
  })
  const stay = ({ place, arrivalDate, departureDate, comment }: Stay): DraftStay => ({
    ...poi(place),
    arrivalDate,
    departureDate,
    comment,
  })
  const section = (part: { routes: BookRoute[]; pois: BookPoi[]; texts: BookText[] }, stays: Stay[]): DraftSection => ({
    routes: part.routes.map(route),
    pois: part.pois.map(poi),
    texts: part.texts.map(item),
    accommodations: stays.map(stay),
  })

  const staysAt = (fits: (indices: readonly number[]) => boolean) =>
    content.stays.filter((_, index) => fits(plan.stays[index] ?? []))
  return {
    lang,
    title: title || language.pick(content.titles, part('the title')),
    html: language.pick(content.descriptions, part('the description')),
    cover: content.cover?.sha256 ?? null,
    stages: content.stages.map((stage, index) => ({
      number: stage.number,
      title: language.pick(stage.titles, part(`the title of stage ${stage.number}`)),
      date: plan.dates[index] ?? null,
      ...section(
        stage,
        staysAt((indices) => indices.includes(index)),
      ),
    })),
    general: section(
      content.general,
      staysAt((indices) => indices.length === 0),
    ),
  }
}
