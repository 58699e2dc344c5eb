import type { IncomingHttpHeaders } from 'node:http'
import type { Publication } from '../build/queries.ts'
import type { Context } from '../context.ts'
import { acceptedLanguages, chooseLanguage } from '../language/languages.ts'
import { dayAt } from '../release/calendar.ts'
import { tripLinkUrl } from '../release/present.ts'
import type { FullRelease } from '../release/queries.ts'
import type { Page } from './page/document.ts'
import { messagePage } from './page/message-page.ts'
import { tripPage } from './page/trip-page.ts'
import { pageWords } from './words/page-words.ts'

/** Path of the Trip Link, the same on whatever host the service is reached by. */
export const tripPath = (publicUrl: string, link: string): string => new URL(tripLinkUrl(publicUrl, link)).pathname

/** The page of a trip that has documents. */
export async function showTrip(
  { publications, clock, publicUrl }: Pick<Context, 'publications' | 'clock' | 'publicUrl'>,
  full: FullRelease,
  { generation, artifacts }: Publication,
  headers: IncomingHttpHeaders,
  imageUrl?: (name: string) => string | null,
): Promise<Page> {
  const base = tripPath(publicUrl, full.release.link)
  return tripPage({
    full,
    artifacts,
    page: await publications.read({ generation, key: artifacts.page.key }),
    isStale: generation !== full.release.generation,
    today: dayAt(clock.now(), full.parties.provider.timeZone),
    base,
    accepted: acceptedLanguages(headers['accept-language']),
    isPreview: imageUrl !== undefined,
    imageUrl: imageUrl ?? ((name) => `${base}/images/${encodeURIComponent(name)}`),
  })
}

/** The page of a trip whose first documents are still being made; it looks again by itself. */
export function showPreparation({ release, parties }: FullRelease, headers: IncomingHttpHeaders): Page {
  const lang = chooseLanguage(release.lang, ...acceptedLanguages(headers['accept-language']))
  const words = pageWords[lang]
  const brand = parties.seller ?? parties.provider
  return messagePage({ lang, title: words.preparedTitle, text: words.preparedText, brand, refreshAfter: 20 })
}
