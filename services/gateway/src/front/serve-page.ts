import { answer, type ExchangeContext, isKnownToClient, ServiceError } from '@guidebook/service-kit'
import { type Coding, chooseCoding, compress, isCompressible, tagInCoding } from '../content-coding/content-coding.ts'
import type { Page } from '../document/page.ts'

const methods = 'GET, HEAD, OPTIONS'
/** A page is compressed once, so it may take longer than for an answer. */
const quality = 5

/** Answers with a page from memory, compressed once for each coding. */
export async function servePage(ctx: ExchangeContext, page: Page, path: string): Promise<void> {
  const { method, headers } = ctx.req
  const { exchange } = ctx.state
  exchange.route = page.status === 404 ? '/docs/{page}' : path
  if (method !== 'GET' && method !== 'HEAD') {
    if (method !== 'OPTIONS') throw new ServiceError('method-not-allowed', { headers: { Allow: methods } })
    return answer(ctx, { status: 204, headers: { ...exchange.headers, Allow: methods }, body: null })
  }
  const coding = isCompressible(page.contentType) ? chooseCoding(headers['accept-encoding']) : null
  const etag = coding === null ? page.etag : tagInCoding(page.etag, coding)
  const common = { ...exchange.headers, ...page.headers, ETag: etag, Vary: 'Accept-Encoding' }
  if (page.status === 200 && isKnownToClient(headers, etag))
    return answer(ctx, { status: 304, headers: common, body: null })
  if (coding !== null) page.compressed[coding] ??= compressed(page, coding)
  answer(ctx, {
    status: page.status,
    headers: { ...common, 'Content-Type': page.contentType, ...(coding !== null && { 'Content-Encoding': coding }) },
    body: (coding === null ? undefined : await page.compressed[coding]) ?? (await page.body()),
  })
}

const compressed = async (page: Page, coding: Coding): Promise<Buffer> => compress(coding, await page.body(), quality)
