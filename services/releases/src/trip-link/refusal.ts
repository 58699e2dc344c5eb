import type { IncomingHttpHeaders } from 'node:http'
import type { ErrorCode } from '@guidebook/contracts'
import { acceptedLanguages, acceptedValues, chooseLanguage, type Messages, messagesOf } from '@guidebook/messages'
import { type AppMiddleware, fail, ServiceError } from '@guidebook/service-kit'
import { formatDay } from '../language/format-day.ts'
import { brandOf, type Release } from '../release/release.ts'
import { messagePage } from './page/document.ts'
import type { Access } from './trip.ts'
import type { Missing } from './trip-file.ts'

/** Seconds after which a document that is being built is worth asking for again. */
const retryAfter = 30

/** Throws 404 `artifact-not-ready` with the time to come back. */
export function failNotReady(): never {
  throw new ServiceError('artifact-not-ready', { headers: { 'Retry-After': String(retryAfter) } })
}

/** Why a link does not show what was requested. */
export type Refusal =
  | { why: 'unknown' }
  | { why: 'closed'; release: Release; access: Exclude<Access, { state: 'open' }> }
  | { why: Missing | 'no-language'; release: Release; base: string }

const answers = {
  unknown: { status: 404, code: 'not-found' },
  early: { status: 403, code: 'release-not-started' },
  over: { status: 410, code: 'release-over' },
  'switched-off': { status: 404, code: 'channel-disabled' },
  'no-file': { status: 404, code: 'not-found' },
  'no-language': { status: 404, code: 'not-found' },
  'not-ready': { status: 404, code: 'artifact-not-ready' },
} as const satisfies Record<string, { status: number; code: ErrorCode }>

/** A page for clients that accept HTML by name, a problem document for others. */
export function refuseTrip(headers: IncomingHttpHeaders, refusal: Refusal) {
  const { status, code } = answers[refusal.why === 'closed' ? refusal.access.state : refusal.why]
  if (preferredForm(headers) !== 'page') {
    return code === 'artifact-not-ready' ? failNotReady() : fail(code, detailOf(refusal))
  }
  const accepted = acceptedLanguages(headers['accept-language'])
  const release = refusal.why === 'unknown' ? null : refusal.release
  const lang = release === null ? chooseLanguage(...accepted) : chooseLanguage(release.lang, ...accepted)
  const brand = release && brandOf(release)
  const texts = messagesOf('tripPage', lang)
  const page = messagePage({ lang, brand, ...titleAndText(refusal, texts, lang, brand?.name ?? '') })
  return { status, body: page.body, headers: page.headers, contentType: 'text/html; charset=utf-8' } as const
}

const detailOf = (refusal: Refusal): string | undefined =>
  refusal.why === 'closed' && refusal.access.state === 'early'
    ? `The link works from ${refusal.access.from}, the first day of the release period.`
    : undefined

function titleAndText(refusal: Refusal, texts: Messages<'tripPage'>, lang: string, name: string) {
  if (refusal.why === 'unknown') return { title: texts.unknownTitle, text: texts.unknownText }
  if (refusal.why === 'closed') {
    const { access, release } = refusal
    if (access.state === 'early') {
      const date = formatDay(access.from, lang, 'date')
      return { title: texts.earlyTitle({ date }), text: texts.earlyText, day: { day: access.from, shown: date } }
    }
    if (access.reason === 'revoked') return { title: texts.withdrawnTitle, text: texts.withdrawnText({ name }) }
    if (access.reason === 'disabled') return { title: texts.disabledTitle, text: texts.disabledText({ name }) }
    const date = formatDay(release.end_date, lang, 'date')
    return { title: texts.endedTitle, text: texts.endedText({ date }), day: { day: release.end_date, shown: date } }
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

type Form = 'page' | 'problem'

const forms = new Map<string, Form>([
  ['text/html', 'page'],
  ['application/json', 'problem'],
  ['application/problem+json', 'problem'],
])

/** The form of errors that the client accepts by name with the highest weight, of several the first; null when it names neither. */
const preferredForm = ({ accept }: IncomingHttpHeaders): Form | null =>
  acceptedValues(accept)
    .map((type) => forms.get(type))
    .find((form) => form !== undefined) ?? null

/** The headers of a request for the page itself, which is for people: a client that names no form gets its errors as pages, too. */
export const pageHeaders = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  preferredForm(headers) === null ? { ...headers, accept: 'text/html' } : headers

/** Errors of a path under `/t/` that cannot be a link: it is unknown or has characters that links do not have. */
const strayCodes = ['not-found', 'invalid-text']

/** A link that a mail program broke, too long or cut into parts, gets the response of an unknown link. Browsers get a page in their language. */
export const showStrayLinks: AppMiddleware = async (ctx, next) => {
  try {
    await next()
  } catch (error) {
    const isStray = error instanceof ServiceError && strayCodes.includes(error.code) && ctx.path.startsWith('/t/')
    if (!isStray || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) throw error
    const isPage = ctx.path.lastIndexOf('/') === '/t'.length
    const requested = isPage ? pageHeaders(ctx.headers) : ctx.headers
    const { status, body, headers, contentType } = refuseTrip(requested, { why: 'unknown' })
    ctx.state.exchange.route = '/t/{link}'
    ctx.set({ ...ctx.state.exchange.headers, ...headers, 'Content-Type': contentType })
    ctx.status = status
    ctx.body = body
  }
}
