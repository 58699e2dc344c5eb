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

  return function requireOwnPage({ method, req: { headers } }: ExchangeContext, operation?: Operation): void {
    if (harmless.has(method)) return
    if (headers.origin !== origin && headers['sec-fetch-site'] !== 'same-origin') {
      throw new ServiceError('cross-site-request', { detail: `The header Origin must be ${origin}.` })
    }
    if (isBodySent(headers) && !isOwnType(headers['content-type'], operation)) {
      throw new ServiceError('cross-site-request', { detail: 'Send the body with Content-Type: application/json.' })
    }
  }
}

function isBodySent(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function isOwnType(contentType = '', operation?: Operation): boolean {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (type === 'application/json') return true
  return type !== 'text/plain' && (operation?.bodyContentTypes ?? []).includes(type)
}
