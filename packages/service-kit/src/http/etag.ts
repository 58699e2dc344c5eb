import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { ServiceError } from '../errors/service-error.ts'

/** The strong entity tag of a representation, as the app computes it for replies that name none: 128 bits of SHA-256 of its JSON. */
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
  if (!tagsIn(wanted).includes(quoted(current))) throw new ServiceError('precondition-failed')
}

/** Whether `If-None-Match` names the tag, so that 304 says all. */
export function isKnownToClient(headers: IncomingHttpHeaders, current: string): boolean {
  const known = headers['if-none-match']
  if (known === undefined) return false
  if (known.trim() === '*') return true
  const opaque = (tag: string) => tag.replace(/^W\//, '')
  const wanted = opaque(quoted(current))
  return tagsIn(known).some((tag) => opaque(tag) === wanted)
}

/** A handler names a version without quotes; the header has them. */
export function quoted(tag: string): string {
  return tag.endsWith('"') ? tag : `"${tag}"`
}

function tagsIn(list: string): string[] {
  return list.match(/(?:W\/)?"[^"]*"/g) ?? []
}
