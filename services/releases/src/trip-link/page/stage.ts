import type { PublishedGuidebook } from '@guidebook/contracts'
import { type Html, html, trusted } from '../../html/html.ts'
import { formatDay } from '../../language/format-day.ts'
import { accommodationList, heading, poiList, richText, textPage } from './place.ts'
import type { View } from './view.ts'

type Stage = PublishedGuidebook['stages'][number]
type Stats = Stage['stats']

/** Today's stage, open. */
export const stageOfToday = (view: View, stage: Stage): Html =>
  html`<section class="card today" id="stage-${stage.number}" data-date="${stage.date ?? ''}" aria-labelledby="today-${stage.number}">
<p><span class="badge">${view.texts.today}</span> ${stage.date !== null && formatDay(stage.date, view.lang, 'full')}</p>
<h2 id="today-${stage.number}"${view.own}>${stage.number}. ${stage.title}</h2>${statistics(view, stage.stats)}${stageBody({ ...view, headingLevel: 3 }, stage)}</section>`

/** Any other stage: a line that opens. */
export const stageInList = (view: View, stage: Stage, open: boolean): Html =>
  html`<details class="card" id="stage-${stage.number}" data-date="${stage.date ?? ''}"${open && html` open`}><summary><span class="number">${
    stage.number
  }</span><h3${view.own}>${stage.title}</h3>${
    stage.date !== null && html`<span class="when">${formatDay(stage.date, view.lang, 'short')}</span>`
  }<span class="when">${inShort(view, stage.stats)}</span></summary>${statistics(view, stage.stats)}${stageBody(view, stage)}</details>`

function stageBody(view: View, { map, profile, routes, texts, pois, accommodations, gpx }: Stage): Html {
  return html`<div class="body"><div>${drawing(map)}${drawing(profile)}${gpxButtons(view, gpx)}</div>
<div>${routes.map((route) => routeText(view, route, routes.length > 1))}${texts.map((text) => textPage(view, text))}${accommodationList(
    view,
    accommodations,
  )}${poiList(view, pois, map !== null)}</div></div>`
}

/** Drawn by the roadbook from the track alone, with presentation attributes only. */
const drawing = (svg: string | null): Html | null =>
  svg === null ? null : html`<div class="drawing">${trusted(svg)}</div>`

const routeText = (
  view: View,
  { name, html: text, image, stats }: Stage['routes'][number],
  amongOthers: boolean,
): Html =>
  html`<article>${heading(view, name)}${amongOthers && statistics(view, stats)}${view.image(image, name, 'picture')}${richText(view, text)}</article>`

/** The known figures; unknown ones are omitted. */
function known(
  { texts, figures }: View,
  { distanceMetres, ascentMetres, descentMetres, durationSeconds }: Stats,
): [string, string][] {
  const all: [string, string | null][] = [
    [texts.distance, distanceMetres === null ? null : figures.kilometres(distanceMetres)],
    [texts.ascent, ascentMetres === null ? null : figures.metres(ascentMetres)],
    [texts.descent, descentMetres === null ? null : figures.metres(descentMetres)],
    [texts.time, durationSeconds === null ? null : figures.duration(durationSeconds)],
  ]
  return all.filter((figure): figure is [string, string] => figure[1] !== null)
}

function statistics(view: View, stats: Stats): Html | null {
  const figures = known(view, stats)
  if (figures.length === 0) return null
  return html`<dl class="figures">${figures.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}

const inShort = ({ figures }: View, { distanceMetres, durationSeconds }: Stats): string =>
  [
    distanceMetres === null ? null : figures.kilometres(distanceMetres),
    durationSeconds === null ? null : figures.duration(durationSeconds),
  ]
    .filter((figure) => figure !== null)
    .join(' · ')

function gpxButtons({ texts, figures, gpx, base }: View, names: Stage['gpx']): Html | null {
  if (names === null) return null
  const button = (name: string, text: string) => {
    const file = gpx.get(name)
    return (
      file !== undefined &&
      html`<li><a class="button plain" href="${base}/gpx/${encodeURIComponent(name)}.gpx" download>${text} <small>${figures.size(
        file.bytes,
      )}</small></a></li>`
    )
  }
  const buttons = [
    button(names.full, texts.gpxStage),
    // When the full track is small enough for any device, both names have the same file.
    gpx.get(names.device)?.key !== gpx.get(names.full)?.key && button(names.device, texts.gpxDevice),
  ].filter((each) => each !== false)
  return buttons.length === 0 ? null : html`<ul class="buttons">${buttons}</ul>`
}
