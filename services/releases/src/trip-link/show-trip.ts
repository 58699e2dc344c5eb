import type { IncomingHttpHeaders } from 'node:http'
import { acceptedLanguages, chooseLanguage, messagesOf } from '@guidebook/messages'
import { dayAt, type OperationRequest } from '@guidebook/service-kit'
import type { Publication } from '../builds/queries.ts'
import type { Context } from '../context.ts'
import { documentsOn } from '../documents/queries.ts'
import { brandOf, tripLinkUrl } from '../release/release.ts'
import { messagePage, type Page } from './page/document.ts'
import { tripPage } from './page/trip-page.ts'
import type { TripPageInput } from './page/view.ts'
import { type RenderedPage, rendered } from './published-pages.ts'
import type { Trip } from './trip.ts'

/** Path of the Trip Link, on any host of the service. */
export const tripPath = (publicUrl: string, link: string): string => new URL(tripLinkUrl(publicUrl, link)).pathname

export interface PublishedTrip extends Trip {
  publication: Publication
}

export type RenderedTrip = Pick<Trip, 'release' | 'waitsFor'> & {
  publication: Pick<Publication, 'generation' | 'artifacts'>
}

/** The page of a trip with documents, in the language of the document `key`; the cached one until something of it changes. */
export async function showTrip(
  context: Context,
  trip: PublishedTrip,
  { headers, signal }: Pick<OperationRequest, 'headers' | 'signal'>,
  key: string,
): Promise<RenderedPage> {
  const { release, publication, waitsFor } = trip
  const { generation, artifacts } = publication
  const { publishedPages, renderedPages } = context
  const today = dayAt(context.clock.now(), release.provider.timeZone)
  const facts = JSON.stringify([
    ...[release.account, release.id, release.revision, release.provider.version, release.reseller?.version],
    ...[generation, artifacts.page.key, artifacts.pdf?.key, artifacts.gpx?.zip.key, waitsFor],
    ...[key, artifacts.languages, today],
    chooseLanguage(...acceptedLanguages(headers['accept-language'])),
  ])
  const use = { account: release.account, generation, key, signal }
  const own = artifacts.page.key
  const releaseLang = key === own ? undefined : await publishedPages.languageOf({ ...use, key: own })
  const base = tripPath(context.publicUrl, release.link)
  const imageUrl = (name: string) => `${base}/images/${encodeURIComponent(name)}`
  return await publishedPages.findOrMake(
    use,
    () => renderedPages.get(facts),
    async () => {
      const documents = await documentsOn(context.database.knex, release, today)
      const page = await publishedPages.read(generation, key)
      const content = { page, releaseLang: releaseLang ?? page.lang, imageUrl, documents }
      const shown = rendered(renderTrip(context, trip, headers, { ...content, isPreview: false, hasBooking: true }))
      renderedPages.set(facts, shown)
      return shown
    },
  )
}

/** In a preview the link may not work yet, so `imageUrl` returns the images themselves. */
export function renderTrip(
  { clock, publicUrl, map }: Pick<Context, 'clock' | 'publicUrl' | 'map'>,
  { release, publication: { artifacts }, waitsFor }: RenderedTrip,
  headers: IncomingHttpHeaders,
  options: Pick<TripPageInput, 'page' | 'releaseLang' | 'imageUrl' | 'documents' | 'isPreview' | 'hasBooking'>,
): Page {
  return tripPage({
    release,
    artifacts,
    waitsFor,
    map,
    ...options,
    today: dayAt(clock.now(), release.provider.timeZone),
    base: tripPath(publicUrl, release.link),
    accepted: acceptedLanguages(headers['accept-language']),
  })
}

/** The page of a trip without documents. While they are built, it reloads itself. */
export function showWithout({ release, waitsFor }: Trip, headers: IncomingHttpHeaders): Page {
  const lang = chooseLanguage(release.lang, ...acceptedLanguages(headers['accept-language']))
  const texts = messagesOf('tripPage', lang)
  const brand = brandOf(release)
  if (waitsFor === 'failed') {
    return messagePage({ lang, title: texts.failedTitle, text: texts.failedText({ name: brand.name }), brand })
  }
  return messagePage({ lang, title: texts.preparedTitle, text: texts.preparedText, brand, refreshAfter: 20 })
}
