import type { PublishedGuidebook } from '@guidebook/contracts'
import { type Html, html } from '../../html/html.ts'
import { formatDay } from '../../language/format-day.ts'
import { accommodationList } from './place.ts'
import type { View } from './view.ts'

type RestDay = NonNullable<PublishedGuidebook['restDays']>[number]

/** Today, a day without a stage: where travellers are. */
export const restDayOfToday = (view: View, day: RestDay): Html =>
  html`<section class="card today" data-date="${day.date}"><p><span class="badge">${view.texts.today}</span> ${formatDay(day.date, view.lang, 'full')}</p>
<h2>${titleOf(view, day)}</h2>${accommodationList({ ...view, headingLevel: 3 }, staysOn(view.page, day.date))}</section>`

/** Any other day without a stage: a line in the list of stages. */
export const restDayInList = (view: View, day: RestDay): Html =>
  html`<div class="card rest" data-date="${day.date}"><h3>${titleOf(view, day)}</h3><span class="when">${formatDay(day.date, view.lang, 'short')}</span></div>`

function titleOf({ texts, release }: View, { date, accommodation }: RestDay): string {
  const isArrival = date === release.arrival_date
  if (accommodation === null || accommodation === '') return isArrival ? texts.arrivalDay : texts.restDay
  return (isArrival ? texts.arrivalDayIn : texts.restDayIn)({ name: accommodation })
}

/** The accommodations of the night that begins on this day, each once. Without a departure after its arrival, a stay is one night. */
function staysOn({ stages, accommodations }: PublishedGuidebook, day: string) {
  const all = [...stages.flatMap((stage) => stage.accommodations), ...accommodations]
  const tonight = all.filter(
    ({ arrivalDate, departureDate }) =>
      arrivalDate !== null &&
      (departureDate === null || departureDate <= arrivalDate
        ? arrivalDate === day
        : arrivalDate <= day && day < departureDate),
  )
  // Several bookings of the same nights differ in their remarks.
  const keyOf = ({ name, arrivalDate, comment }: (typeof all)[number]) => JSON.stringify([name, arrivalDate, comment])
  return [...new Map(tonight.map((stay) => [keyOf(stay), stay])).values()]
}
