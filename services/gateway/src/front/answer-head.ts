import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { type Coding, chooseCoding, isCompressible } from '../content-coding/choose-coding.ts'
import { tagInCoding, tagKnownToClient } from '../content-coding/coded-tags.ts'
import type { Forwarded } from './forward.ts'
import { answerHeaders } from './headers.ts'

export interface AnswerHead {
  status: number
  headers: OutgoingHttpHeaders
  /** What the body may be compressed with; null: it goes out as it is. */
  coding: Coding | null
}

/** What the client is told before the body: what the service said, what every answer to this request says, what varies. */
export function answerHead(forwarded: Forwarded, status: number, sent: IncomingHttpHeaders): AnswerHead {
  const { request, operation, exchange } = forwarded
  const headers = answerHeaders(sent, exchange.headers)
  if (status === 304) {
    if (sent.etag !== undefined) headers.etag = tagKnownToClient(sent.etag, request.headers['if-none-match'])
    return { status, headers, coding: null }
  }
  // A secret beside something that a stranger chose must not be measurable by how well both compress.
  if (operation.secret || status === 204 || status === 206 || !isOpenToCoding(sent))
    return { status, headers, coding: null }
  headers.vary = sent.vary === undefined ? 'Accept-Encoding' : `${sent.vary}, Accept-Encoding`
  return {
    status,
    headers,
    coding: request.method === 'HEAD' ? null : chooseCoding(request.headers['accept-encoding']),
  }
}

function isOpenToCoding(headers: IncomingHttpHeaders): boolean {
  if (headers['content-encoding'] !== undefined || !isCompressible(headers['content-type'])) return false
  return headers['cache-control']?.includes('no-transform') !== true
}

/** The head of the same answer in the coding. */
export function withCoding({ status, headers }: AnswerHead, coding: Coding): AnswerHead {
  const { 'content-length': _, etag, ...others } = headers
  const coded: OutgoingHttpHeaders = { ...others, 'content-encoding': coding }
  if (typeof etag === 'string') coded.etag = tagInCoding(etag, coding)
  return { status, headers: coded, coding }
}
