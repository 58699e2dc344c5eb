import type { PublishedGuidebook } from '@guidebook/contracts'
import { type Html, html } from '../../html/html.ts'
import { heading } from './place.ts'
import type { View } from './view.ts'

type Stage = PublishedGuidebook['stages'][number]
type Waymark = NonNullable<Stage['way']>[number]

/** The day table: places and turns in the order of travel. Null for a stage without any, and for pages of older builds. */
export function wayTable(view: View, { way = [], pois, title }: Stage): Html | null {
  if (way.length === 0) return null
  const { texts, figures } = view
  const time = (seconds: number | null) => (seconds === null ? null : figures.duration(seconds))
  return html`<div class="wide">${heading(view, texts.way)}<div class="scroll" role="region" tabindex="0" aria-label="${texts.labelled({ label: texts.way, value: title })}"><table class="way">
<thead><tr><td></td>${[texts.distance, texts.elevation, texts.fromStart, texts.toNext].map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${way.map(
    (mark) =>
      html`<tr><th scope="row">${nameOf(view, mark, pois)}</th><td>${figures.kilometres(mark.distanceMetres)}</td><td>${
        mark.elevationMetres === null ? null : figures.metres(mark.elevationMetres)
      }</td><td>${mark.kind === 'start' ? null : time(mark.secondsFromStart)}</td><td>${time(mark.secondsToNext)}</td></tr>`,
  )}</tbody></table></div>${way.some(({ turn }) => turn !== null) && html`<p class="hint">${texts.computedTurns}</p>`}</div>`
}

function nameOf({ texts, own }: View, { kind, place, turn }: Waymark, pois: Stage['pois']): Html {
  const hint = turn !== null && html`<em>${texts[`turn.${turn}`]}</em>`
  if (kind === 'start' || kind === 'end') return html`${texts[kind]}`
  if (kind === 'turn' || place === null) return html`${hint}`
  return html`<span class="mark">${place}</span> <span${own}>${pois[place - 1]?.name ?? ''}</span>${hint !== false && html`, ${hint}`}`
}
