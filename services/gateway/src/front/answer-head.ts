import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { type Coding, chooseCoding, isCompressible } from '../content-coding/choose-coding.ts'
import { tagInCoding, tagKnownToClient } from '../content-coding/coded-tags.ts'
import type { Forwarded } from './forward.ts'
import { answerHeaders } from './headers.ts'

export interface AnswerHead {
  status: number
  headers: OutgoingHttpHeaders
  /** The coding that the body may be compressed with; null: it is sent unchanged. */
  coding: Coding | null
}

/** Status and headers for the client: those of the service, those of every answer to this request, and `Vary`. */
export function answerHead(forwarded: Forwarded, status: number, sent: IncomingHttpHeaders): AnswerHead {
  const { request, operation, exchange } = forwarded
  const headers = answerHeaders(sent, exchange.headers)
  if (status === 304) {
    if (sent.etag !== undefined) headers.etag = tagKnownToClient(sent.etag, request.headers['if-none-match'])
    return { status, headers, coding: null }
  }
  // Compressed together with input of an attacker, a secret could be guessed from the length (BREACH).
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

/** The head of the same answer, compressed. */
export function withCoding({ status, headers }: AnswerHead, coding: Coding): AnswerHead {
  const { 'content-length': _, etag, ...others } = headers
  const coded: OutgoingHttpHeaders = { ...others, 'content-encoding': coding }
  if (typeof etag === 'string') coded.etag = tagInCoding(etag, coding)
  return { status, headers: coded, coding }
}
