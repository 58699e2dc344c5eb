import type { IncomingHttpHeaders } from 'node:http'
import { parse } from 'content-type'
import { ServiceError } from '../errors/service-error.ts'

const jsonTypes = ['application/json', 'text/plain']
/** US-ASCII is a subset of UTF-8. */
const charsets = ['utf-8', 'utf8', 'us-ascii']

/** Throws 415 unless the content type is JSON: `application/json` or `text/plain`, in UTF-8, not compressed. */
export function requireJson(headers: IncomingHttpHeaders): void {
  const { charset } = requireMediaType(headers, jsonTypes)
  if (charset !== undefined && !charsets.includes(charset.toLowerCase())) {
    throw new ServiceError('unsupported-media-type', { detail: 'The body must be in UTF-8.' })
  }
}

/** Throws 415 unless the body has one of the media types and is not compressed. Returns the parameters of the content type. */
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
