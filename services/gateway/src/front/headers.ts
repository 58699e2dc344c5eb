import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { tagsOfServices } from '../content-coding/coded-tags.ts'
import { decidedHere } from './response-headers.ts'

/**
 * The only headers of a request that a service sees. No other is forwarded, least of all one that states an identity:
 * only the signed token does.
 */
const passedOn = [
  'accept',
  'accept-language',
  'content-type',
  'content-encoding',
  'device-id',
  'idempotency-key',
  'sec-fetch-dest',
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
  for (const name of passedOn) {
    const value = headers[name]
    if (typeof value === 'string') passed[name] = value
  }
  for (const name of conditions) {
    const value = headers[name]
    if (value !== undefined) passed[name] = tagsOfServices(value)
  }
  return passed
}

/** Headers of an answer that belong to its connection (RFC 9110 section 7.6.1), or that the gateway sets. */
const left = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'date',
  'x-request-id',
  ...decidedHere,
])

/** `own`: headers of every answer of the gateway to the request. */
export function answerHeaders(
  headers: IncomingHttpHeaders,
  own: Readonly<Record<string, string>>,
): OutgoingHttpHeaders {
  const passed: OutgoingHttpHeaders = { ...own }
  for (const name in headers) if (!left.has(name)) passed[name] = headers[name]
  return passed
}
