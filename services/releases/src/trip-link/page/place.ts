import type { PublishedGuidebook } from '@guidebook/contracts'
import { type Html, html, trusted } from '../../html/html.ts'
import { formatDay } from '../../language/format-day.ts'
import { contact } from './contact.ts'
import type { View } from './view.ts'

type Stage = PublishedGuidebook['stages'][number]
type Poi = Stage['pois'][number]
type Accommodation = Stage['accommodations'][number]
type TextPage = Stage['texts'][number]

/** Sanitised by the builder; the page's policy is a second protection. */
export const richText = ({ own }: View, text: string): Html | null =>
  text === '' ? null : html`<div class="html"${own}>${trusted(text.replaceAll(blockStart, '$& dir="auto"'))}</div>`

/**
 * The browser chooses the direction of each block by its text, and of a list by its first item: a list whose items had their own directions would have
 * its marks at the left. In sanitised HTML, each `<` begins an element.
 */
const blockStart = /<(?:p|div|h[1-6]|dt|dd|td|th|caption|blockquote|pre|ul|ol|table)(?=[\s>])/g

/** One level below its section, so that a screen reader's outline has no gaps. Names and titles may be empty: then there is none. */
export const heading = ({ headingLevel, own }: View, text: string, isLabel = false): Html | null => {
  if (text === '') return null
  const attributes = isLabel ? null : own
  return headingLevel === 3
    ? html`<h3 class="minor"${attributes}>${text}</h3>`
    : html`<h4 class="minor"${attributes}>${text}</h4>`
}

/** POIs, with their numbers on the map. */
export const poiList = (view: View, pois: readonly Poi[], numbered: boolean): Html | null =>
  pois.length === 0
    ? null
    : html`${heading(view, view.texts.places, true)}<ol class="places${numbered && ' numbered'}">${pois.map(
        (poi) =>
          html`<li><strong${view.own}>${poi.name}</strong>${view.image(poi.image, poi.name, 'picture')}${richText(view, poi.html)}${contact(
            view,
            poi,
          )}</li>`,
      )}</ol>`

export const accommodationList = (view: View, stays: readonly Accommodation[]): Html | null =>
  stays.length === 0
    ? null
    : html`${heading(view, view.texts.accommodation, true)}${stays.map(
        (stay) =>
          html`<div class="stay"><strong${view.own}>${stay.name}</strong>${nights(view, stay)}${
            stay.comment !== null && html`<p class="comment" dir="auto">${stay.comment}</p>`
          }${view.image(stay.image, stay.name, 'picture')}${richText(view, stay.html)}${contact(view, stay)}</div>`,
      )}`

export const textPage = (view: View, { title, html: text, image }: TextPage): Html =>
  html`<article>${heading(view, title)}${view.image(image, title, 'picture')}${richText(view, text)}</article>`

export function nights({ texts, lang }: View, { arrivalDate, departureDate }: Accommodation): Html | null {
  const labelled = (label: string, day: string | null) =>
    day === null ? [] : [texts.labelled({ label, value: formatDay(day, lang, 'short') })]
  const leaves = departureDate === arrivalDate ? null : departureDate
  const days = [...labelled(texts.arrival, arrivalDate), ...labelled(texts.departure, leaves)]
  return days.length === 0 ? null : html`<p>${days.join(' · ')}</p>`
}
