import type { Received } from '../../src/exchange.ts'

/** Headers that differ between any two responses: they contain the time, the request or a new resource. */
const varyingHeaders = new Set([
  'date',
  'x-request-id',
  'ratelimit',
  'ratelimit-policy',
  'etag',
  'location',
  'keep-alive',
])
const varyingFields = [
  'id',
  'key',
  'link',
  'url',
  'creation',
  'createdAt',
  'updatedAt',
  'receivedAt',
  'requestedAt',
  'requestId',
  'instance',
]
const secretFields = ['secret', 'prefix', 'previousValidUntil']

/**
 * A response without the parts that differ between any two: the request's id and path, the requested value, and the ids and times of new
 * resources. When two normalised responses are equal, they do not reveal whether the requested resource exists.
 */
export function normalizeResponse({ status, headers, text }: Received, requested: string | number): string {
  const comparable = Object.entries(headers).filter(
    ([name]) => !varyingHeaders.has(name) && (status >= 400 || name !== 'content-length'),
  )
  const names = [...varyingFields, ...secretFields].join('|')
  const body = text
    .replaceAll(new RegExp(`"(${names})":("[^"]*"|\\d+|null)`, 'g'), '"$1":"…"')
    .replaceAll(String(requested), '…')
    .replaceAll(/fresh-\d{6}|\b9\d{8}\b/g, '…')
  return JSON.stringify({ status, headers: Object.fromEntries(comparable), body })
}
