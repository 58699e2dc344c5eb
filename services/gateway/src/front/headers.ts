import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { traceHeaders } from '@guidebook/service-kit'

/**
 * The only headers of a request that a service sees. All others stay behind, above all those that state an identity:
 * who asks is said by the signed token alone.
 */
const passedOn = [
  'accept',
  'accept-language',
  'content-type',
  'content-encoding',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'user-agent',
] as const

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
  return Object.assign(passed, traceHeaders())
}

/** Headers of an answer that belong to the connection it came over (RFC 9110 section 7.6.1), or that are set here. */
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
])

export function answerHeaders(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const passed: OutgoingHttpHeaders = {}
  for (const name in headers) if (!left.has(name)) passed[name] = headers[name]
  return passed
}
