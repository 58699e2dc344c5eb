import type { IncomingHttpHeaders } from 'node:http'
import { chooseLanguage, messagesOf } from '@guidebook/messages'
import type { Publication } from '../builds/queries.ts'
import type { Context } from '../context.ts'
import { acceptedLanguages } from '../language/accepted-languages.ts'
import { dayAt } from '../release/calendar.ts'
import { tripLinkUrl } from '../release/present.ts'
import type { FullRelease } from '../release/queries.ts'
import type { Page } from './page/document.ts'
import { messagePage } from './page/message-page.ts'
import { tripPage } from './page/trip-page.ts'
import type { FinishedPage } from './page-cache.ts'
import type { Trip } from './trip.ts'

/** Path of the Trip Link, the same on whatever host the service is reached by. */
export const tripPath = (publicUrl: string, link: string): string => new URL(tripLinkUrl(publicUrl, link)).pathname

type Surroundings = Pick<Context, 'publications' | 'clock' | 'publicUrl' | 'map'>

/** The page of a trip that has documents, in the language of the document that `key` names; as long as nothing of it has changed, the one that was made before. */
export async function showTrip(
  context: Surroundings & Pick<Context, 'pages'>,
  { full, waitsFor }: Pick<Trip, 'full' | 'waitsFor'>,
  publication: Publication,
  { headers, key }: { headers: IncomingHttpHeaders; key: string },
): Promise<FinishedPage> {
  const { release, parties } = full
  const { artifacts } = publication
  const accepted = acceptedLanguages(headers['accept-language'])
  const today = dayAt(context.clock.now(), parties.provider.timeZone)
  const facts = [
    ...[release.account, release.id, release.revision, parties.provider.version, parties.seller?.version],
    ...[publication.generation, artifacts.page.key, artifacts.pdf?.key, artifacts.gpx?.zip.key, waitsFor],
    ...[key, artifacts.languages, today, chooseLanguage(...accepted)],
  ]
  return await context.pages.page(facts, async () => {
    const page = await pageOf(context, full, publication, key)
    const imageUrl = (name: string) => `${page.base}/images/${encodeURIComponent(name)}`
    return tripPage({ ...page, waitsFor, accepted, imageUrl, isPreview: false })
  })
}

/** The same with its pictures in itself, for one whom the link does not let in yet. */
export async function previewTrip(
  context: Surroundings,
  { full, waitsFor }: Pick<Trip, 'full' | 'waitsFor'>,
  publication: Publication,
  { headers, images }: { headers: IncomingHttpHeaders; images: ReadonlyMap<string, string> },
): Promise<Page> {
  const accepted = acceptedLanguages(headers['accept-language'])
  const imageUrl = (name: string) => images.get(name) ?? null
  const page = await pageOf(context, full, publication, publication.artifacts.page.key)
  return tripPage({ ...page, waitsFor, accepted, imageUrl, isPreview: true })
}

async function pageOf(
  { publications, clock, publicUrl, map }: Surroundings,
  full: FullRelease,
  { generation, artifacts }: Publication,
  key: string,
) {
  const own = await publications.read({ generation, key: artifacts.page.key })
  return {
    full,
    artifacts,
    page: await publications.read({ generation, key }),
    releaseLang: own.lang,
    today: dayAt(clock.now(), full.parties.provider.timeZone),
    base: tripPath(publicUrl, full.release.link),
    map,
  }
}

/** The page of a trip that has no documents yet. While they are being made it looks again by itself. */
export function showWithout(
  { full: { release, parties }, waitsFor }: Pick<Trip, 'full' | 'waitsFor'>,
  headers: IncomingHttpHeaders,
): Page {
  const lang = chooseLanguage(release.lang, ...acceptedLanguages(headers['accept-language']))
  const texts = messagesOf('tripPage', lang)
  const brand = parties.seller ?? parties.provider
  if (waitsFor === 'failed') {
    return messagePage({ lang, title: texts.failedTitle, text: texts.failedText({ name: brand.name }), brand })
  }
  return messagePage({ lang, title: texts.preparedTitle, text: texts.preparedText, brand, refreshAfter: 20 })
}
