import type { Artifacts, PublishedGuidebook } from '@guidebook/contracts'
import type { Messages } from '@guidebook/messages'
import { type Html, html } from '../../html/html.ts'
import { webAddress } from '../../html/web-address.ts'
import { formatDays } from '../../language/format-day.ts'
import { languageName } from '../../language/language-name.ts'
import type { FullRelease } from '../../release/queries.ts'
import { touchIcon } from '../manifest.ts'
import type { MapSource } from '../map-source.ts'
import { assetsOf, pageScript } from '../scripts.ts'
import type { Trip } from '../trip.ts'
import { brandBar, logoOrigin } from './brand-bar.ts'
import { document, type Page } from './document.ts'
import { languageSwitch } from './language-switch.ts'
import { offlineCopy } from './offline.ts'
import { paletteOf } from './palette.ts'
import { accommodationList, poiList, richText, textPage } from './place.ts'
import { stageInList, stageOfToday } from './stage.ts'
import { type View, type ViewInput, viewOf } from './view.ts'

export interface TripPageInput extends ViewInput {
  waitsFor: Trip['waitsFor']
  map: MapSource
  isPreview: boolean
}

/** The traveller's page: today first, then everything. */
export function tripPage(input: TripPageInput): Page {
  const { full, page, artifacts, waitsFor, map, isPreview } = input
  const { release, parties } = full
  const brand = parties.seller ?? parties.provider
  const stored = page.logo && input.imageUrl(page.logo)
  const view = viewOf(input)
  const { texts } = view
  const todays = page.stages.filter(({ date }) => date === view.today)
  const others = page.stages.filter(({ date }) => date !== view.today)
  const content = html`<a class="skip" href="#content">${texts.skipToContent}</a>${brandBar(
    brand,
    stored,
    // The addresses of a page for looking at only do not lead anywhere yet.
    isPreview ? null : languageSwitch(view, input),
  )}
<main id="content" data-today="${view.today}" data-time-zone="${parties.provider.timeZone}" data-open-map="${texts.openMap}" data-map-source="${map.style ?? ''}">${view.image(page.cover, '', 'cover')}
<div class="title"><h1>${page.title}</h1>${tripDates(view, release)}</div>
${notice(waitsFor, texts, brand.name)}${todays.map((stage) => stageOfToday(view, stage))}
${downloads(view, full, artifacts)}${!isPreview && offlineCopy(view, input)}${page.html !== '' && html`<div class="card">${richText(page.html)}</div>`}
${
  others.length > 0 &&
  html`<section aria-labelledby="stages"><h2 id="stages">${texts.stages}</h2>${others.map((stage) =>
    stageInList(view, stage, page.stages.length === 1),
  )}</section>`
}
${generalPart(view, page)}</main>${footer(view, full, page)}`
  return document({
    lang: page.lang,
    title: page.title === '' ? brand.name : page.title,
    palette: paletteOf(brand.primaryColor),
    content,
    imageOrigin: stored === undefined ? logoOrigin(brand.logo) : null,
    ...(isPreview
      ? {}
      : {
          app: {
            script: `${assetsOf(view.base)}/${pageScript}`,
            manifest: `${view.base}/app.webmanifest`,
            touchIcon: touchIcon(view.base, artifacts),
            mapOrigins: map.origins,
          },
        }),
  })
}

/** Booking or content changed, and the documents do not show it yet, or will not. */
function notice(waitsFor: Trip['waitsFor'], texts: Messages<'tripPage'>, name: string): Html | null {
  if (waitsFor === null) return null
  const text = waitsFor === 'failed' ? texts.updateFailed({ name }) : texts.updateOnItsWay
  return html`<p class="notice" role="status">${text}</p>`
}

function tripDates({ lang }: View, { arrivalDate, departureDate }: FullRelease['release']): Html | null {
  const [first = null, last = first] = [arrivalDate, departureDate].filter((day) => day !== null)
  return first === null || last === null ? null : html`<p class="dates">${formatDays(first, last, lang, 'date')}</p>`
}

/** What can be had: only channels that are on, and files that there are. */
function downloads(
  { texts, figures, base, lang, releaseLang }: View,
  { release, parties }: FullRelease,
  { pdf, gpx }: Artifacts,
): Html | null {
  const brand = parties.seller ?? parties.provider
  const stores: [string, string | null][] = [
    ['App Store', webAddress(brand.iosUrl)],
    ['Google Play', webAddress(brand.androidUrl)],
  ]
  const apps = stores.filter((store): store is [string, string] => release.appEnabled && store[1] !== null)
  const inWhich = lang !== releaseLang && html`,<br>${languageName(releaseLang, lang)}`
  const buttons = [
    release.pdfEnabled &&
      pdf !== null &&
      html`<li><a class="button" href="${base}/roadbook.pdf">${texts.roadbook} <small>${texts.pages({
        pages: pdf.pages,
      })}, ${figures.size(pdf.bytes)}${inWhich}</small></a></li>`,
    release.gpxEnabled &&
      gpx !== null &&
      html`<li><a class="button" href="${base}/gpx" download>${texts.gpxAll} <small>${figures.size(gpx.zip.bytes)}</small></a></li>`,
    ...apps.map(
      ([store, url]) =>
        html`<li><a class="button plain" href="${url}" rel="noopener noreferrer">${texts.app} <small>${store}</small></a></li>`,
    ),
  ].filter((button) => button !== false)
  if (buttons.length === 0) return null
  const code = String(release.sellerDownloadCode ?? release.downloadCode)
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

function footer({ texts }: View, { release, parties }: FullRelease, { contentVersion }: PublishedGuidebook): Html {
  return html`<footer>${
    parties.seller !== null && html`<p>${texts.organisedBy({ name: parties.provider.name })}</p>`
  }<p>${texts.bookingCode}: ${String(release.sellerDownloadCode ?? release.downloadCode)}</p><p>${texts.version}: ${contentVersion}</p></footer>`
}
