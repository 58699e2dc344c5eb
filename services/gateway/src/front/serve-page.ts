import { type ExchangeContext, ServiceError } from '@guidebook/service-kit'
import type { Page } from '../document/pages.ts'

/** Answers a page that is kept in memory. */
export function servePage(ctx: ExchangeContext, { contentType, body, etag }: Page, path: string): void {
  const { method } = ctx.req
  ctx.state.exchange.route = path
  if (method !== 'GET' && method !== 'HEAD') {
    ctx.set('Allow', 'GET, HEAD, OPTIONS')
    if (method !== 'OPTIONS') throw new ServiceError('method-not-allowed', { headers: { Allow: 'GET, HEAD, OPTIONS' } })
    ctx.status = 204
    return
  }
  ctx.set({ ETag: etag, 'Cache-Control': 'public, max-age=300', 'X-Content-Type-Options': 'nosniff' })
  ctx.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'")
  ctx.status = 200
  if (ctx.req.headers['if-none-match']?.includes(etag)) ctx.status = 304
  else {
    ctx.type = contentType
    ctx.body = body
  }
}
