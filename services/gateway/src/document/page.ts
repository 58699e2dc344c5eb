import { hash } from 'node:crypto'
import type { Coding } from '../content-coding/content-coding.ts'

/** A public document in memory. */
export interface Page {
  status: 200 | 404
  contentType: string
  body: Buffer
  /** With its quotes. */
  etag: string
  /** Other headers than type and tag. */
  headers: Readonly<Record<string, string>>
  /** The body in the codings that were requested so far. */
  compressed: Partial<Record<Coding, Promise<Buffer>>>
}

type Options = Partial<Pick<Page, 'status' | 'headers'>>

/** A page that browsers cache for five minutes and that runs no scripts, unless its headers say otherwise. */
function page(contentType: string, content: string | Buffer, { status = 200, headers = {} }: Options = {}): Page {
  const body = Buffer.from(content)
  return {
    status,
    contentType,
    body,
    compressed: {},
    etag: `"${hash('sha256', body, 'base64url').slice(0, 22)}"`,
    headers: {
      'Cache-Control': 'public, max-age=300',
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      ...headers,
    },
  }
}

export const html = (content: string, options?: Options) => page('text/html; charset=utf-8', content, options)
export const script = (content: string | Buffer, options?: Options) =>
  page('text/javascript; charset=utf-8', content, options)
export const json = (content: string, options?: Options) => page('application/json; charset=utf-8', content, options)
