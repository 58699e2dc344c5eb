import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import fresh from 'fresh'
import { ServiceError } from '../errors/service-error.ts'

/** The default entity tag of a reply, a strong one: 128 bits of the SHA-256 of its JSON. */
export function etagOf(body: unknown): string {
  return etagOfBytes(JSON.stringify(body))
}

export function etagOfBytes(bytes: string | Buffer): string {
  return `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`
}

/** Checks `If-Match`: throws 412 unless it contains the current tag. Accepts a request without the header. */
export function requireMatch(request: { headers: IncomingHttpHeaders }, current: string): void {
  const wanted = request.headers['if-match']
  if (wanted === undefined || wanted.trim() === '*') return
  // If-Match compares strongly (RFC 9110 section 13.1.1): a weak tag never matches.
  const tags = wanted.split(',').map((tag) => tag.trim())
  if (!tags.includes(quoted(current))) throw new ServiceError('precondition-failed')
}

/**
 * The tag of a response that shows the resource's own state, which `own` identifies, and `others`, which change by themselves. `If-Match` compares
 * `own` alone (`requireOwnMatch`). Otherwise a change would be refused although nobody has changed the resource.
 */
export function tagWithOthers(own: string, others: unknown): string {
  return `${own}-${hash('sha256', JSON.stringify(others), 'hex').slice(0, 16)}`
}

/** Like `requireMatch`, for tags of `tagWithOthers`. */
export function requireOwnMatch({ headers }: { headers: IncomingHttpHeaders }, own: string): void {
  requireMatch({ headers: { ...headers, 'if-match': headers['if-match']?.replaceAll(/-[0-9a-f]{16}"/g, '"') } }, own)
}

/** Whether `If-None-Match` contains the tag, so that the response is 304. */
export function isKnownToClient(headers: IncomingHttpHeaders, current: string): boolean {
  // Only this header: `fetch` adds `Cache-Control: no-cache` to every If-None-Match, which would prevent a 304.
  return fresh({ 'if-none-match': headers['if-none-match']?.trim() }, { etag: quoted(current) })
}

/** Adds quotes to a tag; handlers give versions without them. */
export function quoted(tag: string): string {
  return tag.endsWith('"') ? tag : `"${tag}"`
}
