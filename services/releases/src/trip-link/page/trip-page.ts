import type { PublishedGuidebook } from '@guidebook/contracts'
import { messagesOf } from '@guidebook/messages'
import { type Html, html, webAddress } from '../../html/html.ts'
import { formatDay, formatDays } from '../../language/format-day.ts'
import { languageName } from '../../language/language-name.ts'
import { brandOf, travellerCode } from '../../release/release.ts'
import { touchIcon } from '../manifest.ts'
import { assetsOf, pageScript } from '../scripts.ts'
import { brandBar, languageSwitch, logoOrigin } from './brand-bar.ts'
import { document, type Page } from './document.ts'
import { documentList } from './documents.ts'
import { emergency } from './emergency.ts'
import { mapTexts } from './map-texts.ts'
import { offlineCopy } from './offline.ts'
import { paletteOf } from './palette.ts'
import { accommodationList, poiList, richText, textPage } from './place.ts'
import { restDayInList, restDayOfToday } from './rest-day.ts'
import { drawing, stageInList, stageOfToday } from './stage.ts'
import { stageNav } from './stage-nav.ts'
import { stayList } from './stay-list.ts'
import { type TripPageInput, type View, viewOf } from './view.ts'

/** The traveller's page: today first, then everything. */
export function tripPage(input: TripPageInput): Page {
  const { release, page, artifacts, map, base, today, isPreview } = input
  const brand = brandOf(release)
  const stored = page.logo && input.imageUrl(page.logo)
  const view = viewOf(input)
  const { texts } = view
  const todays = page.stages.filter(({ date }) => date === today)
  const restDays = page.restDays ?? []
  const content = html`<a class="skip" href="#content">${texts.skipToContent}</a>${brandBar(
    brand,
    stored,
    // The addresses of other languages in a preview may not work yet.
    isPreview ? null : languageSwitch(view),
  )}
<main id="content" data-today="${today}" data-open-map="${texts.openMap}" data-map-failed="${texts.mapFailed}" data-map-source="${map.style ?? ''}" data-map-data="${view.mapData && !isPreview ? `${base}/map` : ''}" data-map-texts="${mapTexts(texts)}">${view.image(page.cover, '', 'cover')}
<div class="title"><h1${view.own}>${page.title}</h1>${tripDates(view)}</div>
${stageNav(view)}${notice(view)}${restDays.filter(({ date }) => date === today).map((day) => restDayOfToday(view, day))}${todays.map((stage) => stageOfToday(view, stage))}
${stayList(view)}${downloads(view)}${documentList(view)}${!isPreview && offlineCopy(view)}${page.html !== '' && html`<div class="card">${richText(view, page.html)}</div>`}
${overviewMap(view)}${stages(view)}
${generalPart(view, page)}</main>${footer(view)}${emergency(view)}`
  const app = {
    script: `${assetsOf(base)}/${pageScript}`,
    manifest: `${base}/app.webmanifest`,
    touchIcon: touchIcon(base, artifacts),
    mapOrigins: map.origins,
  }
  return document({
    lang: view.lang,
    contentLang: page.lang,
    title: page.title === '' ? brand.name : page.title,
    palette: paletteOf(brand.primaryColor),
    content,
    imageOrigin: stored === undefined ? logoOrigin(brand.logo) : null,
    ...(isPreview ? {} : { app }),
  })
}

/** The map of the whole trip. */
const overviewMap = ({ texts, page: { overview = null } }: View): Html | null =>
  overview === null
    ? null
    : html`<section aria-labelledby="overview"><h2 id="overview">${texts.overviewMap}</h2><div class="card overview">${drawing(overview)}</div></section>`

/** All days but today, in order. */
function stages(view: View): Html | null {
  const { texts, page, today } = view
  const { stages: all, restDays = [] } = page
  const rest = (before: number) =>
    restDays.filter((day) => day.before === before && day.date !== today).map((day) => restDayInList(view, day))
  const days = [
    ...all.flatMap((stage, index) => [
      ...rest(index),
      ...(stage.date === today ? [] : [stageInList(view, stage, all.length === 1)]),
    ]),
    ...rest(all.length),
  ]
  return days.length === 0
    ? null
    : html`<section aria-labelledby="stages"><h2 id="stages">${texts.stages}</h2>${days}</section>`
}

/** There is no booking yet. Or it or the content changed, and the documents do not show it yet, or will not. */
function notice({ waitsFor, texts, release, hasBooking }: View): Html | null {
  if (!hasBooking) return html`<p class="notice">${texts.guidebookPreview}</p>`
  if (waitsFor === null) return null
  const text = waitsFor === 'failed' ? texts.updateFailed({ name: brandOf(release).name }) : texts.updateOnItsWay
  return html`<p class="notice" role="status">${text}</p>`
}

function tripDates({ lang, release: { arrival_date: first, departure_date: last } }: View): Html | null {
  // Worded as in the roadbook.
  const { from, until } = messagesOf('roadbook', lang)
  const day = (date: string) => ({ date: formatDay(date, lang, 'date') })
  if (first !== null && last !== null) return html`<p class="dates">${formatDays(first, last, lang)}</p>`
  if (first !== null) return html`<p class="dates">${from(day(first))}</p>`
  return last === null ? null : html`<p class="dates">${until(day(last))}</p>`
}

/** The files that exist, of channels that are on. */
function downloads({
  texts,
  figures,
  base,
  lang,
  page,
  releaseLang,
  release,
  artifacts: { pdf, gpx },
}: View): Html | null {
  const brand = brandOf(release)
  const stores: [string, string | null][] = [
    ['App Store', webAddress(brand.iosUrl)],
    ['Google Play', webAddress(brand.androidUrl)],
  ]
  const apps = stores.filter((store): store is [string, string] => release.app_enabled && store[1] !== null)
  const inWhich = page.lang !== releaseLang && html`,<br>${languageName(releaseLang, lang)}`
  const buttons = [
    release.pdf_enabled &&
      pdf !== null &&
      html`<li><a class="button" href="${base}/roadbook.pdf">${texts.roadbook} <small>${texts.pages({
        pages: pdf.pages,
      })}, ${figures.size(pdf.bytes)}${inWhich}</small></a></li>`,
    release.gpx_enabled &&
      gpx !== null &&
      html`<li><a class="button" href="${base}/gpx">${texts.gpxAll} <small>${figures.size(gpx.zip.bytes)}</small></a></li>`,
    ...apps.map(
      ([store, url]) =>
        html`<li><a class="button plain" href="${url}" rel="noopener noreferrer">${texts.app} <small>${store}</small></a></li>`,
    ),
  ].filter((button) => button !== false)
  if (buttons.length === 0) return null
  const code = String(travellerCode(release))
  return html`<section aria-labelledby="downloads"><h2 id="downloads">${texts.downloads}</h2><ul class="buttons">${buttons}</ul>${
    apps.length > 0 && html`<p>${texts.appCode({ code })}</p>`
  }</section>`
}

function generalPart(outer: View, { accommodations, pois, generalInfo }: PublishedGuidebook): Html | null {
  if (accommodations.length + pois.length + generalInfo.length === 0) return null
  const view: View = { ...outer, headingLevel: 3 }
  return html`<section aria-labelledby="general"><h2 id="general">${view.texts.generalInfo}</h2><div class="card">${accommodationList(
    view,
    accommodations,
  )}${generalInfo.map((text) => textPage(view, text))}${poiList(view, pois, false)}</div></section>`
}

function footer({ texts, release, page, hasBooking }: View): Html {
  const code = texts.labelled({ label: texts.bookingCode, value: String(travellerCode(release)) })
  const version = texts.labelled({ label: texts.version, value: page.contentVersion })
  return html`<footer>${
    release.reseller !== null && html`<p>${texts.organisedBy({ name: release.provider.name })}</p>`
  }${hasBooking && html`<p>${code}</p>`}<p>${version}</p></footer>`
}
