import type { IncomingHttpHeaders } from 'node:http'
import { ServiceError } from '../errors/service-error.ts'

const jsonTypes = ['application/json', 'text/plain']
/** US-ASCII is a part of UTF-8. */
const charsets = ['utf-8', 'utf8', 'us-ascii']

/** Refuses (415) a body that is not JSON by its content type: `application/json` or `text/plain`, in UTF-8, not compressed. */
export function requireJson(headers: IncomingHttpHeaders): void {
  requireMediaType(headers, jsonTypes)
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(headers['content-type'] ?? '')?.[1]
  if (charset !== undefined && !charsets.includes(charset.toLowerCase())) {
    throw new ServiceError('unsupported-media-type', { detail: 'The body must be in UTF-8.' })
  }
}

/** Refuses (415) a body that is of none of the media types, or compressed. */
export function requireMediaType(headers: IncomingHttpHeaders, accepted: readonly string[]): void {
  const [type = ''] = (headers['content-type'] ?? '').split(';', 1)
  if (!accepted.includes(type.trim().toLowerCase())) {
    throw new ServiceError('unsupported-media-type', { detail: `The content type must be ${accepted.join(' or ')}.` })
  }
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding.toLowerCase() !== 'identity') {
    throw new ServiceError('unsupported-media-type', { detail: 'The body must not be compressed.' })
  }
}
