import type { Draft, DraftPoi, DraftRoute, DraftSection, DraftStay, DraftText } from '../book/draft.ts'
import type { BookContent, BookPoi, BookRoute, BookText, Stay } from '../content/book-content.ts'
import type { LanguageChoice } from '../content/languages.ts'
import { descriptionOwner, itemOwner, stageOwner, titleOwner } from '../content/map-texts.ts'
import type { Trip } from '../trip/plan-trip.ts'

/**
 * The content in one language, in the order of the book, with each stay at its stages. `title`: the release's earlier one, for content without
 * one because its template is gone.
 */
export function draftOf(
  { content, plan, loaded }: Trip,
  { title, lang, language }: { title: string | null; lang: string; language: LanguageChoice },
): Draft {
  const item = (one: BookText): DraftText => {
    const owner = itemOwner(one)
    return {
      externalId: one.externalId,
      pointer: one.pointer,
      name: language.pick(one.names, owner),
      html: language.pick(one.descriptions, owner),
      image: one.image?.sha256 ?? null,
    }
  }
  const route = (one: BookRoute): DraftRoute => ({
    ...item(one),
    kind: one.icon ?? '',
    ...(one.role && { role: one.role }),
    track: loaded.get(one)?.track ?? null,
    figures: loaded.get(one)?.figures ?? one.figures,
  })
  const poi = ({ icon, lat, lon, details, ...one }: BookPoi): DraftPoi => ({
    ...item(one),
    icon,
    lat,
    lon,
    ...details,
  })
  const stay = ({ place, stageNumber: _, ...booked }: Stay): DraftStay => ({ ...poi(place), ...booked })
  const section = (part: BookContent['general'], stays: Stay[]): DraftSection => ({
    routes: part.routes.map(route),
    pois: part.pois.map(poi),
    texts: part.texts.map(item),
    accommodations: stays.map(stay),
  })

  const staysAt = (stage: number) => content.stays.filter((_, index) => plan.stays[index]?.includes(stage))
  const elsewhere = content.stays.filter((_, index) => plan.stays[index]?.length === 0)
  return {
    lang,
    title: language.pick(content.titles, titleOwner) || (title ?? ''),
    html: language.pick(content.descriptions, descriptionOwner),
    cover: content.cover?.sha256 ?? null,
    stages: content.stages.map((stage, index) => ({
      number: stage.number,
      title: language.pick(stage.titles, stageOwner(stage)),
      date: plan.dates[index] ?? null,
      ...section(stage, staysAt(index)),
    })),
    restDays: plan.freeDays.map(({ date, before, stay: at }) => {
      const place = at === null ? undefined : content.stays[at]?.place
      return { date, before, accommodation: place === undefined ? null : item(place).name }
    }),
    general: section(content.general, elsewhere),
  }
}
