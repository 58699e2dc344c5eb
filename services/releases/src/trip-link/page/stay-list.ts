import type { PublishedGuidebook } from '@guidebook/contracts'
import { type Html, html } from '../../html/html.ts'
import { formatDay } from '../../language/format-day.ts'
import { contact } from './contact.ts'
import { nights } from './place.ts'
import type { View } from './view.ts'

type Accommodation = PublishedGuidebook['accommodations'][number]

interface Stay {
  accommodation: Accommodation
  /** Of its stages. */
  numbers: number[]
  day: string | null
}

/** All accommodations, in the order of the trip: before it to prepare it, on the way for tonight. Null for a trip without any. */
export function stayList(view: View): Html | null {
  const { texts, lang, page } = view
  const stays = staysOf(page)
  if (stays.length === 0) return null
  return html`<section aria-labelledby="stays"><h2 id="stays">${texts.stays}</h2><ul class="stays card">${stays.map(
    ({ accommodation, numbers, day }) =>
      html`<li>${numbers.length > 0 && html`<div class="numbers">${numbers.map((number) => html`<a class="number" href="#stage-${number}" aria-label="${stageTitle(page, number)}">${number}</a>`)}</div>`}<div><strong${view.own}>${accommodation.name}</strong>${
        nights(view, accommodation) ?? (day !== null && html`<p>${formatDay(day, lang, 'short')}</p>`)
      }${accommodation.comment !== null && html`<p class="comment" dir="auto">${accommodation.comment}</p>`}${contact(view, accommodation)}</div></li>`,
  )}</ul></section>`
}

const stageTitle = ({ stages }: PublishedGuidebook, number: number): string =>
  `${number}. ${stages.find((stage) => stage.number === number)?.title ?? ''}`

/** A stay of several stages once. */
function staysOf({ stages, accommodations }: PublishedGuidebook): Stay[] {
  const stays = new Map<string, Stay>()
  const add = (accommodation: Accommodation, date: string | null): Stay => {
    const { name, lat, lng, arrivalDate, departureDate, comment } = accommodation
    const key = JSON.stringify([name, lat, lng, arrivalDate, departureDate, comment])
    const stay = stays.get(key) ?? { accommodation, numbers: [], day: arrivalDate ?? date }
    stays.set(key, stay)
    return stay
  }
  for (const { number, date, accommodations: own } of stages) for (const one of own) add(one, date).numbers.push(number)
  for (const one of accommodations) add(one, null)
  const all = [...stays.values()]
  return all.every(({ day }) => day !== null) ? all.sort((a, b) => ((a.day ?? '') < (b.day ?? '') ? -1 : 1)) : all
}
