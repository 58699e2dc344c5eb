import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { refusalHeader } from '@guidebook/service-kit'
import {
  type Coding,
  chooseCoding,
  isCompressible,
  tagInCoding,
  tagKnownToClient,
  tagsOfServices,
} from '../content-coding/content-coding.ts'
import type { Forwarded } from './forward.ts'

/**
 * The only headers of a request that a service receives. No other is forwarded, and none that states an identity: only the signed token does.
 */
const forwarded = [
  'accept',
  'accept-language',
  'content-type',
  'content-encoding',
  'device-id',
  'idempotency-key',
  'sec-fetch-dest',
  'sec-fetch-mode',
  'user-agent',
] as const

/** They name entity tags as the client knows them. */
const conditions = ['if-match', 'if-none-match'] as const

export function upstreamHeaders(
  headers: IncomingHttpHeaders,
  token: string,
  requestId: string,
): Record<string, string> {
  const passed: Record<string, string> = { authorization: `Bearer ${token}`, 'x-request-id': requestId }
  for (const name of forwarded) {
    const value = headers[name]
    if (typeof value === 'string') passed[name] = value
  }
  for (const name of conditions) {
    const value = headers[name]
    if (value !== undefined) passed[name] = tagsOfServices(value)
  }
  return passed
}

/** Headers of a service's response that belong to its connection (RFC 9110 section 7.6.1), or that only the gateway sets. */
const dropped = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-connection', 'te', 'trailer', 'transfer-encoding'],
  ...['upgrade', 'date', 'x-request-id', refusalHeader],
  ...['x-content-type-options', 'referrer-policy', 'x-robots-tag', 'strict-transport-security'],
])

export interface AnswerHead {
  status: number
  headers: OutgoingHttpHeaders
  /** The coding that the body may be compressed with; null: it is sent unchanged. */
  coding: Coding | null
}

/** Status and headers for the client: those of the service, those of every response to this request, and `Vary`. */
export function answerHead(forwarded: Forwarded, status: number, sent: IncomingHttpHeaders): AnswerHead {
  const { request, operation, exchange } = forwarded
  const headers: OutgoingHttpHeaders = { ...exchange.headers }
  for (const name in sent) if (!dropped.has(name)) headers[name] = sent[name]
  if (status === 304) {
    if (sent.etag !== undefined) headers.etag = tagKnownToClient(sent.etag, request.headers['if-none-match'])
    return { status, headers, coding: null }
  }
  // Compressed together with input of an attacker, a secret could be guessed from the length (BREACH).
  if (operation.secret || status === 204 || status === 206 || !isOpenToCoding(sent))
    return { status, headers, coding: null }
  headers.vary = sent.vary === undefined ? 'Accept-Encoding' : `${sent.vary}, Accept-Encoding`
  const coding = request.method === 'HEAD' ? null : chooseCoding(request.headers['accept-encoding'])
  return { status, headers, coding }
}

function isOpenToCoding(headers: IncomingHttpHeaders): boolean {
  if (headers['content-encoding'] !== undefined || !isCompressible(headers['content-type'])) return false
  return headers['cache-control']?.includes('no-transform') !== true
}

/** The head of the same response, compressed. */
export function withCoding({ status, headers }: AnswerHead, coding: Coding): AnswerHead {
  const { 'content-length': _, etag, ...others } = headers
  const coded: OutgoingHttpHeaders = { ...others, 'content-encoding': coding }
  if (typeof etag === 'string') coded.etag = tagInCoding(etag, coding)
  return { status, headers: coded, coding }
}

const robots = 'X-Robots-Tag'

/**
 * The headers of every response, also to input that is not HTTP. Strict, because responses contain bookings, and a Trip Link is a secret in the
 * address.
 */
export const privateHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  [robots]: 'noindex, nofollow',
}

/** Those of the public listener. */
export const responseHeaders = (publicUrl: string): Readonly<Record<string, string>> => ({
  ...privateHeaders,
  // Not for subdomains: they may be other sites.
  ...(publicUrl.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
})

/** Search engines may list only pages of the documentation. */
export function allowIndexing(headers: Record<string, string>): void {
  delete headers[robots]
}
