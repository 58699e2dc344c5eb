import type { Received } from '../../src/exchange.ts'

/** Said by each answer for itself: when, which request, and (of what was made) which one it is. */
const own = new Set(['date', 'x-request-id', 'ratelimit', 'ratelimit-policy', 'etag', 'location', 'keep-alive'])
const fieldsOfOne = [
  'id',
  'key',
  'link',
  'url',
  'creation',
  'createdAt',
  'updatedAt',
  'requestedAt',
  'requestId',
  'instance',
]
const secrets = ['secret', 'prefix', 'previousValidUntil']

/**
 * An answer without what differs between any two: the request's id and path, the name that was asked for, and of something new its ids
 * and its time. Two answers that are equal so tell nothing about what was asked for.
 */
export function likeness({ status, headers, text }: Received, asked: string | number): string {
  const kept = Object.entries(headers).filter(
    ([name]) => !own.has(name) && (status >= 400 || name !== 'content-length'),
  )
  const names = [...fieldsOfOne, ...secrets].join('|')
  const body = text
    .replaceAll(new RegExp(`"(${names})":("[^"]*"|\\d+|null)`, 'g'), '"$1":"…"')
    .replaceAll(String(asked), '…')
    .replaceAll(/fresh-\d{6}|\b9\d{8}\b/g, '…')
  return JSON.stringify({ status, headers: Object.fromEntries(kept), body })
}
