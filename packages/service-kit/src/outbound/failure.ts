import { errors } from 'undici'
import { ProxyError } from './tunnel-connect.ts'

/** Why no complete response arrived: an outcome for records and a sentence for people. */
export interface ConnectionFailure {
  outcome:
    | 'timeout'
    | 'address-forbidden'
    | 'name-not-resolved'
    | 'proxy-failed'
    | 'tls-failed'
    | 'answer-unreadable'
    | 'connection-failed'
  reason: string
}

/** Classifies an error of undici. `timedOut`: the time limit of the whole attempt was exceeded. */
export const connectionFailure = (error: unknown, timedOut: boolean): ConnectionFailure => {
  const code = codeOf(error)
  if (error instanceof ProxyError) return { outcome: 'proxy-failed', reason: error.message }
  if (code === 'ERR_FORBIDDEN_ADDRESS') return { outcome: 'address-forbidden', reason: 'The address is not public.' }
  if (timedOut || timeouts.has(code)) {
    return { outcome: 'timeout', reason: 'No complete response arrived within the time limit.' }
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return { outcome: 'name-not-resolved', reason: 'The host name could not be resolved.' }
  }
  if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(code)) {
    return {
      outcome: 'tls-failed',
      reason: `${tlsFaults[code] ?? 'The TLS connection could not be trusted'} (${code}).`,
    }
  }
  const unreadable = responseFault(error, code)
  if (unreadable !== null) return { outcome: 'answer-unreadable', reason: unreadable }
  return { outcome: 'connection-failed', reason: `${connectionFaults[code] ?? 'The connection failed'} (${code}).` }
}

const timeouts = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT'])

const untrustedAuthority = 'The certificate is from an untrusted authority'
const tlsFaults: Record<string, string> = {
  CERT_HAS_EXPIRED: 'The certificate has expired',
  CERT_NOT_YET_VALID: 'The certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host name',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrustedAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: untrustedAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrustedAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrustedAuthority,
  ERR_SSL_WRONG_VERSION_NUMBER: 'The receiver does not use TLS',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'The receiver does not use TLS',
}

const unreachedByProxy = 'The outgoing proxy could not connect to this address and port'
const closedEarly = 'The connection was closed before the response was complete'
const connectionFaults: Record<string, string> = {
  ECONNREFUSED: 'Nothing accepts connections at this address and port',
  EHOSTUNREACH: 'There is no route to this address',
  ENETUNREACH: 'There is no route to this address',
  PROXY_502: unreachedByProxy,
  PROXY_503: unreachedByProxy,
  PROXY_504: unreachedByProxy,
  ECONNRESET: closedEarly,
  EPIPE: closedEarly,
  UND_ERR_SOCKET: closedEarly,
  // HTTP/2: the stream or the whole session was closed.
  UND_ERR_INFO: closedEarly,
  ERR_HTTP2_STREAM_ERROR: closedEarly,
}

/** A response that violates HTTP or exceeds our limits. */
const responseFault = (error: unknown, code: string): string | null => {
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return 'The headers of the response are too large.'
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH')
    return 'The length of the response differs from its Content-Length.'
  if (error instanceof errors.HTTPParserError) return 'The response is not HTTP.'
  // undici's errors for an unexpected 100 or 101.
  const unexpected = error instanceof errors.SocketError && /^bad (response|upgrade)$/.test(error.message)
  return unexpected ? 'The response has an unexpected status (100 or 101).' : null
}

const codeOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0])
  if (error instanceof Error) {
    const { code } = error as { code?: unknown }
    return typeof code === 'string' ? code : error.name
  }
  return 'unknown'
}
