import type { PublishedGuidebook } from '@guidebook/contracts'
import { type Html, html } from '../../html/html.ts'
import { formatDay } from '../../language/format-day.ts'
import { contact } from './contact.ts'
import { nights } from './place.ts'
import { stageName } from './stage-name.ts'
import type { View } from './view.ts'

type Accommodation = PublishedGuidebook['accommodations'][number]

interface Stay {
  accommodation: Accommodation
  stages: PublishedGuidebook['stages']
  day: string | null
}

/** All accommodations, in the order of the trip: before it to prepare it, on the way for tonight. Null for a trip without any. */
export function stayList(view: View): Html | null {
  const { texts, lang, page } = view
  const stays = staysOf(page)
  if (stays.length === 0) return null
  return html`<section aria-labelledby="stays"><h2 id="stays">${texts.stays}</h2><ul class="stays card">${stays.map(
    ({ accommodation, stages, day }) =>
      html`<li>${stages.length > 0 && html`<div class="numbers">${stages.map((stage) => html`<a class="number" href="#stage-${stage.number}" aria-label="${stageName(page, stage)}">${stage.number}</a>`)}</div>`}<div><strong${view.own}>${accommodation.name}</strong>${
        nights(view, accommodation) ?? (day !== null && html`<p>${formatDay(day, lang, 'short')}</p>`)
      }${accommodation.comment !== null && html`<p class="comment" dir="auto">${accommodation.comment}</p>`}${contact(view, accommodation)}</div></li>`,
  )}</ul></section>`
}

/** A stay of several stages once. */
function staysOf({ stages, accommodations }: PublishedGuidebook): Stay[] {
  const stays = new Map<string, Stay>()
  const add = (accommodation: Accommodation, date: string | null): Stay => {
    const { name, lat, lng, arrivalDate, departureDate, comment } = accommodation
    const key = JSON.stringify([name, lat, lng, arrivalDate, departureDate, comment])
    const stay = stays.get(key) ?? { accommodation, stages: [], day: arrivalDate ?? date }
    stays.set(key, stay)
    return stay
  }
  for (const stage of stages) for (const one of stage.accommodations) add(one, stage.date).stages.push(stage)
  for (const one of accommodations) add(one, null)
  const all = [...stays.values()]
  return all.every(({ day }) => day !== null) ? all.sort((a, b) => ((a.day ?? '') < (b.day ?? '') ? -1 : 1)) : all
}
