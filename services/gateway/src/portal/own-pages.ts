/** Protection against requests that other sites start with a person's cookie. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Operation } from '@guidebook/contracts'
import { type ExchangeContext, ServiceError } from '@guidebook/service-kit'

const harmless = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Throws 403 `cross-site-request` unless a page of this service sent the request. Browsers set both headers, and no script can. A body must be JSON,
 * or a media type of its operation that forms cannot send.
 */
export function createOwnPageGuard(publicUrl: string) {
  const { origin } = new URL(publicUrl)
  return (ctx: ExchangeContext, operation?: Operation): void =>
    requireOwnPageOf(ctx, (sent) => sent === origin, {
      expected: origin,
      bodyContentTypes: operation?.bodyContentTypes ?? [],
    })
}

interface Accepted {
  /** The origin, for the message of a refusal. */
  expected: string
  bodyContentTypes: readonly string[]
}

/** The same, for pages of the origins that `isOwn` accepts. */
export function requireOwnPageOf(
  { method, req: { headers } }: ExchangeContext,
  isOwn: (origin: string) => boolean,
  { expected, bodyContentTypes }: Accepted,
): void {
  if (harmless.has(method)) return
  const isSameOrigin = headers.origin !== undefined && isOwn(headers.origin)
  if (!isSameOrigin && headers['sec-fetch-site'] !== 'same-origin') {
    throw new ServiceError('cross-site-request', { detail: `The header Origin must be ${expected}.` })
  }
  if (isBodySent(headers) && !isOwnType(headers['content-type'], bodyContentTypes)) {
    throw new ServiceError('cross-site-request', { detail: 'Send the body with Content-Type: application/json.' })
  }
}

function isBodySent(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function isOwnType(contentType = '', bodyContentTypes: readonly string[]): boolean {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (type === 'application/json') return true
  return type !== 'text/plain' && bodyContentTypes.includes(type)
}
