import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import fresh from 'fresh'
import { ServiceError } from '../errors/service-error.ts'

/** The strong entity tag of a representation, as replies get it that name none: 128 bits of SHA-256 of its JSON. */
export function etagOf(body: unknown): string {
  return etagOfBytes(JSON.stringify(body))
}

export function etagOfBytes(bytes: string | Buffer): string {
  return `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`
}

/** Honours `If-Match`: 412 unless it names the current tag. Without the header everything passes. */
export function requireMatch(request: { headers: IncomingHttpHeaders }, current: string): void {
  const wanted = request.headers['if-match']
  if (wanted === undefined || wanted.trim() === '*') return
  // If-Match compares strongly (RFC 9110 section 13.1.1): a weak tag never matches.
  const tags = wanted.split(',').map((tag) => tag.trim())
  if (!tags.includes(quoted(current))) throw new ServiceError('precondition-failed')
}

/** Whether `If-None-Match` names the tag, so that 304 is the whole answer. */
export function isKnownToClient(headers: IncomingHttpHeaders, current: string): boolean {
  // Only this header: `fetch` adds `Cache-Control: no-cache` to every If-None-Match, and that would rule out a 304.
  return fresh({ 'if-none-match': headers['if-none-match']?.trim() }, { etag: quoted(current) })
}

/** The tag with quotes: a handler names a version without them. */
export function quoted(tag: string): string {
  return tag.endsWith('"') ? tag : `"${tag}"`
}
