import type { IncomingHttpHeaders } from 'node:http'
import { parse } from 'content-type'
import { ServiceError } from '../errors/service-error.ts'

const jsonTypes = ['application/json', 'text/plain']
/** US-ASCII is a part of UTF-8. */
const charsets = ['utf-8', 'utf8', 'us-ascii']

/** Refuses (415) a body that is not JSON by its content type: `application/json` or `text/plain`, in UTF-8, not compressed. */
export function requireJson(headers: IncomingHttpHeaders): void {
  const { charset } = requireMediaType(headers, jsonTypes)
  if (charset !== undefined && !charsets.includes(charset.toLowerCase())) {
    throw new ServiceError('unsupported-media-type', { detail: 'The body must be in UTF-8.' })
  }
}

/** Refuses (415) a body that is of none of the media types, or compressed. Returns the parameters of the content type. */
export function requireMediaType(
  headers: IncomingHttpHeaders,
  accepted: readonly string[],
): Readonly<Record<string, string | undefined>> {
  const { type, parameters } = parse(headers['content-type'] ?? '')
  if (!accepted.includes(type)) {
    throw new ServiceError('unsupported-media-type', { detail: `The content type must be ${accepted.join(' or ')}.` })
  }
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding.toLowerCase() !== 'identity') {
    throw new ServiceError('unsupported-media-type', { detail: 'The body must not be compressed.' })
  }
  return parameters
}
