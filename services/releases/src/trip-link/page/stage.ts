import type { PublishedGuidebook } from '@guidebook/contracts'
import { type Html, html, trusted } from '../../html/html.ts'
import { formatDay } from '../../language/format-day.ts'
import { inShort, kindList, statistics } from './figures.ts'
import { accommodationList, heading, poiList, richText, textPage } from './place.ts'
import { stageName } from './stage-name.ts'
import type { View } from './view.ts'
import { wayFiles } from './way-files.ts'
import { wayTable } from './way-table.ts'

type Stage = PublishedGuidebook['stages'][number]
type Alternative = NonNullable<Stage['alternatives']>[number]

/** Today's stage, open. */
export const stageOfToday = (view: View, stage: Stage): Html =>
  html`<section class="card today" id="stage-${stage.number}" data-date="${stage.date ?? ''}" aria-labelledby="today-${stage.number}">
<p><span class="badge">${view.texts.today}</span> ${stage.date !== null && formatDay(stage.date, view.lang, 'full')}</p>
<h2 id="today-${stage.number}"${view.own}>${stageName(view.page, stage)}</h2>${statistics(view, stage.stats)}${kindList(view, stage.kinds)}${stageBody({ ...view, headingLevel: 3 }, stage)}</section>`

/** Any other stage: a line that opens. */
export const stageInList = (view: View, stage: Stage, open: boolean): Html =>
  html`<details class="card" id="stage-${stage.number}" data-date="${stage.date ?? ''}"${open && html` open`}><summary><span class="number">${
    stage.number
  }</span><h3${view.own}>${stage.title}</h3>${
    stage.date !== null && html`<span class="when">${formatDay(stage.date, view.lang, 'short')}</span>`
  }<span class="when">${inShort(view, stage.stats)}</span></summary>${statistics(view, stage.stats)}${kindList(view, stage.kinds)}${stageBody(view, stage)}</details>`

function stageBody(view: View, stage: Stage): Html {
  const { map, profile, routes, alternatives = [], texts, pois, accommodations, gpx } = stage
  return html`<div class="body"><div>${drawing(map)}${drawing(profile)}${wayFiles(view, gpx, view.texts.gpxStage)}</div>
<div>${routes.map((route) => routeText(view, route, routes.length > 1))}${alternatives.map((way) => alternative(view, way))}${texts.map(
    (text) => textPage(view, text),
  )}${accommodationList(view, accommodations)}${poiList(view, pois, map !== null)}</div>${wayTable(view, stage)}</div>`
}

/** Another way than the main one, with its own figures, profile and files. */
const alternative = (view: View, { name, stats, profile, routes, gpx }: Alternative): Html =>
  html`<section class="alternative"><p class="badge">${view.texts.alternative}</p>${
    routes.length !== 1 && heading(view, name)
  }${routes.length !== 1 && statistics(view, stats)}${routes.map((route) => routeText(view, route, true))}${drawing(profile)}${wayFiles(
    view,
    gpx,
    view.texts.gpxAlternative,
  )}</section>`

/** Drawn by the builder, with presentation attributes only. */
export const drawing = (svg: string | null): Html | null =>
  svg === null ? null : html`<div class="drawing">${trusted(svg)}</div>`

const routeText = (
  view: View,
  { name, html: text, image, stats }: Stage['routes'][number],
  amongOthers: boolean,
): Html =>
  html`<article>${heading(view, name)}${amongOthers && statistics(view, stats)}${view.image(image, name, 'picture')}${richText(view, text)}</article>`
