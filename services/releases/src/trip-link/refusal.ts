import type { IncomingHttpHeaders } from 'node:http'
import type { ErrorCode } from '@guidebook/contracts'
import { fail } from '@guidebook/service-kit'
import { formatDay } from '../language/format-day.ts'
import { acceptedLanguages, chooseLanguage } from '../language/languages.ts'
import type { FullRelease } from '../release/queries.ts'
import type { Access } from './access.ts'
import { failNotReady, retryAfter } from './not-ready.ts'
import { messagePage } from './page/message-page.ts'
import type { Missing } from './trip-file.ts'
import { fill, type PageWords, pageWords } from './words/page-words.ts'

/** Why a link does not show what was asked for. */
export type Refusal =
  | { why: 'unknown' }
  | { why: 'closed'; full: FullRelease; access: Exclude<Access, { state: 'open' }> }
  | { why: Missing | 'no-language'; full: FullRelease; base: string }

const answers = {
  unknown: { status: 404, code: 'not-found' },
  early: { status: 403, code: 'release-not-started' },
  over: { status: 410, code: 'release-over' },
  'switched-off': { status: 404, code: 'channel-disabled' },
  'no-file': { status: 404, code: 'not-found' },
  'no-language': { status: 404, code: 'not-found' },
  'not-ready': { status: 404, code: 'artifact-not-ready' },
} as const satisfies Record<string, { status: number; code: ErrorCode }>

/** A page for whoever looks at the link in a browser, a problem document for programs. */
export function refuseTrip(headers: IncomingHttpHeaders, refusal: Refusal) {
  const { status, code } = answers[refusal.why === 'closed' ? refusal.access.state : refusal.why]
  if (!wantsPage(headers)) return code === 'artifact-not-ready' ? failNotReady() : fail(code)
  const accepted = acceptedLanguages(headers['accept-language'])
  const full = refusal.why === 'unknown' ? null : refusal.full
  const lang = full === null ? chooseLanguage(...accepted) : chooseLanguage(full.release.lang, ...accepted)
  const brand = full === null ? null : (full.parties.seller ?? full.parties.provider)
  const words = pageWords[lang]
  const page = messagePage({ lang, brand, ...whatToSay(refusal, words, lang, brand?.name ?? '') })
  return { status, body: page.body, headers: page.headers, contentType: 'text/html; charset=utf-8' } as const
}

function whatToSay(refusal: Refusal, words: PageWords, lang: string, name: string) {
  if (refusal.why === 'unknown') return { title: words.unknownTitle, text: words.unknownText }
  if (refusal.why === 'closed') {
    const { access, full } = refusal
    if (access.state === 'early') {
      return { title: fill(words.earlyTitle, { date: formatDay(access.from, lang, 'date') }), text: words.earlyText }
    }
    if (access.reason !== 'ended') return { title: words.withdrawnTitle, text: fill(words.withdrawnText, { name }) }
    const date = formatDay(full.release.endDate, lang, 'date')
    return { title: words.endedTitle, text: fill(words.endedText, { date }) }
  }
  const link = { href: refusal.base, text: words.backToTrip }
  switch (refusal.why) {
    case 'not-ready':
      return { title: words.notReadyTitle, text: words.notReadyText, link, refreshAfter: retryAfter }
    case 'no-language':
      return { title: words.noLanguageTitle, text: words.noLanguageText, link }
    default:
      return { title: words.noFileTitle, text: words.noFileText, link }
  }
}

/** Browsers name HTML; programs that name nothing in particular, or something else, want no page. */
const wantsPage = ({ accept }: IncomingHttpHeaders): boolean => /\btext\/html\b/i.test(accept ?? '')
