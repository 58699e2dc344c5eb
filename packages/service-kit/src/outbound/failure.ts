import { errors } from 'undici'
import type { FailureReason } from './failure-reason.ts'
import { ProxyError } from './tunnel-connect.ts'

/** Why no complete response arrived: an outcome for records and a reason for people. */
export interface ConnectionFailure {
  outcome:
    | 'timeout'
    | 'address-forbidden'
    | 'name-not-resolved'
    | 'proxy-failed'
    | 'tls-failed'
    | 'answer-unreadable'
    | 'connection-failed'
  reason: FailureReason
}

/** Classifies an error of undici. `timedOut`: the time limit of the whole attempt was exceeded. */
export const connectionFailure = (error: unknown, timedOut: boolean): ConnectionFailure => {
  const code = codeOf(error)
  if (error instanceof ProxyError) return { outcome: 'proxy-failed', reason: error.reason }
  if (code === 'ERR_FORBIDDEN_ADDRESS') return { outcome: 'address-forbidden', reason: { id: 'address-forbidden' } }
  if (timedOut || timeouts.has(code)) return { outcome: 'timeout', reason: { id: 'timeout' } }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return { outcome: 'name-not-resolved', reason: { id: 'name-not-resolved' } }
  }
  if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(code)) {
    return { outcome: 'tls-failed', reason: { id: tlsFaults[code] ?? 'tls', values: { code } } }
  }
  const unreadable = responseFault(error, code)
  if (unreadable !== null) return { outcome: 'answer-unreadable', reason: unreadable }
  const id = connectionFaults[code] ?? 'connection-failed'
  return { outcome: 'connection-failed', reason: { id, values: { code } } }
}

const timeouts = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT'])

const tlsFaults: Record<
  string,
  'certificate-expired' | 'certificate-early' | 'certificate-name' | 'certificate-untrusted' | 'no-tls'
> = {
  CERT_HAS_EXPIRED: 'certificate-expired',
  CERT_NOT_YET_VALID: 'certificate-early',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate-name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate-untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate-untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate-untrusted',
  ERR_SSL_WRONG_VERSION_NUMBER: 'no-tls',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'no-tls',
}

const connectionFaults: Record<string, 'connection-refused' | 'no-route' | 'unreached-by-proxy' | 'closed-early'> = {
  ECONNREFUSED: 'connection-refused',
  EHOSTUNREACH: 'no-route',
  ENETUNREACH: 'no-route',
  PROXY_502: 'unreached-by-proxy',
  PROXY_503: 'unreached-by-proxy',
  PROXY_504: 'unreached-by-proxy',
  ECONNRESET: 'closed-early',
  EPIPE: 'closed-early',
  UND_ERR_SOCKET: 'closed-early',
  // HTTP/2: the stream or the whole session was closed.
  UND_ERR_INFO: 'closed-early',
  ERR_HTTP2_STREAM_ERROR: 'closed-early',
}

/** A response that violates HTTP or exceeds our limits. */
const responseFault = (error: unknown, code: string): FailureReason | null => {
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return { id: 'headers-too-large' }
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') return { id: 'length-differs' }
  if (error instanceof errors.HTTPParserError) return { id: 'not-http' }
  // undici's errors for an unexpected 100 or 101.
  const unexpected = error instanceof errors.SocketError && /^bad (response|upgrade)$/.test(error.message)
  return unexpected ? { id: 'unexpected-status' } : null
}

const codeOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0])
  if (error instanceof Error) {
    const { code } = error as { code?: unknown }
    return typeof code === 'string' ? code : error.name
  }
  return 'unknown'
}
