import type { PublishedGuidebook } from '@guidebook/contracts'
import { telephoneLink } from '@guidebook/messages'
import { type Html, html } from '../../html/html.ts'
import { travellerCode } from '../../release/release.ts'
import type { View } from './view.ts'

type Numbers = NonNullable<PublishedGuidebook['emergency']>[number]

/** Mobile phones connect it in most networks of the world; for pages of older builds. */
const anywhere: Numbers[] = [{ country: null, call: '112', others: [] }]

/** A button that stays in view, with the numbers to call, what to say, and the position. Works without a script and a network. */
export function emergency({ texts, lang, page, release, own, hasBooking }: View): Html {
  const { provider } = release
  const number = provider.emergencyPhone ?? ''
  const href = telephoneLink(number)
  return html`<aside class="sos" aria-label="${texts.emergencyCall}"><details><summary>${texts.emergency}</summary><div class="card">
${byNumbers(page.emergency ?? anywhere).map(
  ({ countries, call, others }) =>
    html`<p>${texts.emergencyCall}${countries.length > 0 && ` · ${countries.map((code) => countryName(code, lang)).join(', ')}`}</p><p class="contact"><a class="alarm" href="tel:${call}">${call}</a>${others.map(
      (one) => html`<a href="tel:${one.number}">${texts[`emergencyService.${one.service}`]} ${one.number}</a>`,
    )}</p>`,
)}${
  number !== '' &&
  html`<p>${texts.emergencyOperator({ name: provider.name })}</p><p class="contact">${
    href === null ? number : html`<a class="alarm" href="${href}">${number}</a>`
  }</p>`
}
<p>${texts.emergencySay}</p>
<p><strong${own}>${page.title}</strong>${
    hasBooking &&
    html`<br>${texts.labelled({ label: texts.bookingCode, value: '' })}<strong>${String(travellerCode(release))}</strong>`
  }</p>
<div id="position" hidden data-searched="${texts.positionSearched}" data-found="${texts.positionFound({
    lat: '{lat}',
    lon: '{lon}',
    metres: '{metres}',
  })}" data-failed="${texts.positionFailed}"><button class="button">${texts.showPosition}</button><p class="position" role="status"></p></div>
</div></details></aside>`
}

/** Countries with the same numbers together. */
const byNumbers = (all: readonly Numbers[]) =>
  [...Map.groupBy(all, ({ call, others }) => JSON.stringify([call, others])).values()].flatMap((same) => {
    const [first] = same
    return first ? [{ ...first, countries: same.flatMap(({ country }) => country ?? []) }] : []
  })

const countryName = (code: string, lang: string): string =>
  new Intl.DisplayNames([lang, 'en'], { type: 'region' }).of(code) ?? code
