import { type ExchangeContext, ServiceError } from '@guidebook/service-kit'
import { type Coding, chooseCoding, isCompressible } from '../content-coding/choose-coding.ts'
import { tagInCoding } from '../content-coding/coded-tags.ts'
import { compress } from '../content-coding/compress.ts'
import type { Page } from '../document/page.ts'

const methods = 'GET, HEAD, OPTIONS'
/** Pages are compressed once, so that it may take longer than for an answer. */
const quality = 5

const compressed = new WeakMap<Page, Map<Coding, Promise<Buffer>>>()

/** Answers a page that is kept in memory; one compressed before goes out as it was. */
export async function servePage(ctx: ExchangeContext, page: Page, path: string): Promise<void> {
  const { method, headers } = ctx.req
  ctx.state.exchange.route = page.status === 200 ? path : '/docs/{page}'
  if (method !== 'GET' && method !== 'HEAD') {
    if (method !== 'OPTIONS') throw new ServiceError('method-not-allowed', { headers: { Allow: methods } })
    ctx.set({ ...ctx.state.exchange.headers, Allow: methods })
    ctx.status = 204
    return
  }
  const coding = isCompressible(page.contentType) ? chooseCoding(headers['accept-encoding']) : null
  const etag = coding === null ? page.etag : tagInCoding(page.etag, coding)
  ctx.set({ ...ctx.state.exchange.headers, ...page.headers, ETag: etag, Vary: 'Accept-Encoding' })
  ctx.status = page.status
  if (headers['if-none-match']?.includes(etag)) {
    ctx.status = 304
    return
  }
  ctx.type = page.contentType
  if (coding !== null) ctx.set('Content-Encoding', coding)
  ctx.body = coding === null ? page.body : await compressedOnce(page, coding)
}

function compressedOnce(page: Page, coding: Coding): Promise<Buffer> {
  const known = compressed.get(page) ?? new Map<Coding, Promise<Buffer>>()
  compressed.set(page, known)
  const bytes = known.get(coding) ?? compress(coding, page.body, quality)
  known.set(coding, bytes)
  return bytes
}
