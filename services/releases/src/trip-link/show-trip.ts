import type { IncomingHttpHeaders } from 'node:http'
import { acceptedLanguages, chooseLanguage, messagesOf } from '@guidebook/messages'
import type { Publication } from '../builds/queries.ts'
import type { Context } from '../context.ts'
import { documentsOn } from '../documents/queries.ts'
import { dayAt } from '../release/calendar.ts'
import { brandOf, tripLinkUrl } from '../release/release.ts'
import { messagePage, type Page } from './page/document.ts'
import type { TripDocument } from './page/documents.ts'
import { tripPage } from './page/trip-page.ts'
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
  headers: IncomingHttpHeaders,
  key: string,
): Promise<RenderedPage> {
  const { release, publication, waitsFor } = trip
  const { artifacts } = publication
  const facts = JSON.stringify([
    ...[release.account, release.id, release.revision, release.provider.version, release.reseller?.version],
    ...[publication.generation, artifacts.page.key, artifacts.pdf?.key, artifacts.gpx?.zip.key, waitsFor],
    ...[key, artifacts.languages, dayAt(context.clock.now(), release.provider.timeZone)],
    chooseLanguage(...acceptedLanguages(headers['accept-language'])),
  ])
  const cached = context.renderedPages.get(facts)
  if (cached !== undefined) return cached
  const base = tripPath(context.publicUrl, release.link)
  const imageUrl = (name: string) => `${base}/images/${encodeURIComponent(name)}`
  const today = dayAt(context.clock.now(), release.provider.timeZone)
  const documents = await documentsOn(context.database.knex, release, today)
  const page = rendered(
    await renderTrip(context, trip, headers, { key, imageUrl, documents, isPreview: false, hasBooking: true }),
  )
  context.renderedPages.set(facts, page)
  return page
}

/** In a preview the link may not work yet, so `imageUrl` returns the images themselves. */
export async function renderTrip(
  { publishedPages, clock, publicUrl, map }: Pick<Context, 'publishedPages' | 'clock' | 'publicUrl' | 'map'>,
  { release, publication: { generation, artifacts }, waitsFor }: RenderedTrip,
  headers: IncomingHttpHeaders,
  options: {
    key: string
    imageUrl(name: string): string | null
    documents: readonly TripDocument[]
    isPreview: boolean
    hasBooking: boolean
  },
): Promise<Page> {
  const own = await publishedPages.read(generation, artifacts.page.key)
  return tripPage({
    release,
    artifacts,
    waitsFor,
    map,
    ...options,
    page: await publishedPages.read(generation, options.key),
    releaseLang: own.lang,
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
