import { createHash } from 'node:crypto'

/** Something that anyone may read, kept in memory. */
export interface Page {
  status: 200 | 404
  contentType: string
  body: Buffer
  /** With its quotes. */
  etag: string
  /** What it says of itself beside type and tag. */
  headers: Readonly<Record<string, string>>
}

type Told = Partial<Pick<Page, 'status'>> & { headers?: Page['headers'] }

/** A page that a browser may keep for five minutes, and that brings along nothing to run, unless its headers say otherwise. */
export function page(contentType: string, content: string | Buffer, { status = 200, headers = {} }: Told = {}): Page {
  const body = Buffer.from(content)
  return {
    status,
    contentType,
    body,
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    headers: {
      'Cache-Control': 'public, max-age=300',
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      ...headers,
    },
  }
}

export const html = (content: string, told?: Told) => page('text/html; charset=utf-8', content, told)
export const script = (content: string | Buffer, told?: Told) => page('text/javascript; charset=utf-8', content, told)
export const json = (content: string, told?: Told) => page('application/json; charset=utf-8', content, told)
