import type { IncomingHttpHeaders } from 'node:http'
import type { ErrorCode } from '@guidebook/contracts'
import { chooseLanguage, type Messages, messagesOf } from '@guidebook/messages'
import { fail } from '@guidebook/service-kit'
import { acceptedLanguages } from '../language/accepted-languages.ts'
import { formatDay } from '../language/format-day.ts'
import type { FullRelease } from '../release/queries.ts'
import type { Access } from './access.ts'
import { failNotReady, retryAfter } from './not-ready.ts'
import { messagePage } from './page/message-page.ts'
import type { Missing } from './trip-file.ts'

/** Why a link does not show what was requested. */
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

/** A page for browsers, a problem document for programs. */
export function refuseTrip(headers: IncomingHttpHeaders, refusal: Refusal) {
  const { status, code } = answers[refusal.why === 'closed' ? refusal.access.state : refusal.why]
  if (!wantsPage(headers)) return code === 'artifact-not-ready' ? failNotReady() : fail(code)
  const accepted = acceptedLanguages(headers['accept-language'])
  const full = refusal.why === 'unknown' ? null : refusal.full
  const lang = full === null ? chooseLanguage(...accepted) : chooseLanguage(full.release.lang, ...accepted)
  const brand = full === null ? null : (full.parties.seller ?? full.parties.provider)
  const texts = messagesOf('tripPage', lang)
  const page = messagePage({ lang, brand, ...titleAndText(refusal, texts, lang, brand?.name ?? '') })
  return { status, body: page.body, headers: page.headers, contentType: 'text/html; charset=utf-8' } as const
}

function titleAndText(refusal: Refusal, texts: Messages<'tripPage'>, lang: string, name: string) {
  if (refusal.why === 'unknown') return { title: texts.unknownTitle, text: texts.unknownText }
  if (refusal.why === 'closed') {
    const { access, full } = refusal
    if (access.state === 'early') {
      return { title: texts.earlyTitle({ date: formatDay(access.from, lang, 'date') }), text: texts.earlyText }
    }
    if (access.reason !== 'ended') return { title: texts.withdrawnTitle, text: texts.withdrawnText({ name }) }
    const date = formatDay(full.release.endDate, lang, 'date')
    return { title: texts.endedTitle, text: texts.endedText({ date }) }
  }
  const link = { href: refusal.base, text: texts.backToTrip }
  switch (refusal.why) {
    case 'not-ready':
      return { title: texts.notReadyTitle, text: texts.notReadyText, link, refreshAfter: retryAfter }
    case 'no-language':
      return { title: texts.noLanguageTitle, text: texts.noLanguageText, link }
    default:
      return { title: texts.noFileTitle, text: texts.noFileText, link }
  }
}

/** Browsers accept HTML by name; a program that names another type, or none, gets a problem document. */
const wantsPage = ({ accept }: IncomingHttpHeaders): boolean => /\btext\/html\b/i.test(accept ?? '')
