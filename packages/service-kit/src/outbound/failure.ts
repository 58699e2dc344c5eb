import { errors } from 'undici'
import { ForbiddenAddress } from './guarded-connect.ts'
import { ProxyFailed } from './tunnel-connect.ts'

/** Why no complete answer came, as a word for records and a sentence for people. */
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

/** What an error of undici's says about the connection. `timedOut`: the whole attempt's own time was over. */
export const connectionFailure = (error: unknown, timedOut: boolean): ConnectionFailure => {
  const code = codeOf(error)
  if (error instanceof ProxyFailed) return { outcome: 'proxy-failed', reason: error.message }
  if (error instanceof ForbiddenAddress || code === 'ERR_FORBIDDEN_ADDRESS') {
    return { outcome: 'address-forbidden', reason: 'The address is not public.' }
  }
  if (timedOut || timeouts.has(code)) {
    return { outcome: 'timeout', reason: 'No complete answer came within the time allowed.' }
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
  const unreadable = answerFault(error, code)
  if (unreadable !== null) return { outcome: 'answer-unreadable', reason: unreadable }
  return { outcome: 'connection-failed', reason: `${connectionFaults[code] ?? 'The connection failed'} (${code}).` }
}

const timeouts = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT'])

const otherAuthority = 'The certificate is of an authority that is not trusted'
const tlsFaults: Record<string, string> = {
  CERT_HAS_EXPIRED: 'The certificate has expired',
  CERT_NOT_YET_VALID: 'The certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host name',
  DEPTH_ZERO_SELF_SIGNED_CERT: otherAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: otherAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: otherAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: otherAuthority,
  ERR_SSL_WRONG_VERSION_NUMBER: 'What answered does not speak TLS',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'What answered does not speak TLS',
}

const unreachedByProxy = 'The outgoing proxy could not connect to this address and port'
const brokenOff = 'The connection was broken off before the answer was complete'
const connectionFaults: Record<string, string> = {
  ECONNREFUSED: 'Nothing accepts connections at this address and port',
  EHOSTUNREACH: 'There is no way to this address',
  ENETUNREACH: 'There is no way to this address',
  PROXY_502: unreachedByProxy,
  PROXY_503: unreachedByProxy,
  PROXY_504: unreachedByProxy,
  ECONNRESET: brokenOff,
  EPIPE: brokenOff,
  UND_ERR_SOCKET: brokenOff,
  // Of HTTP/2: the stream or the whole session was ended.
  UND_ERR_INFO: brokenOff,
  ERR_HTTP2_STREAM_ERROR: brokenOff,
}

/** An answer that came, but is none that HTTP allows or that this side is willing to hold. */
const answerFault = (error: unknown, code: string): string | null => {
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return 'The headers of the answer are too large.'
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') return 'The answer is not as long as its headers say.'
  if (error instanceof errors.HTTPParserError) return 'The answer is not HTTP.'
  // What undici calls a 100 or 101 that no one asked for.
  const unasked = error instanceof errors.SocketError && /^bad (response|upgrade)$/.test(error.message)
  return unasked ? 'The answer is one that was not asked for (100 or 101).' : null
}

const codeOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0])
  if (error instanceof Error) {
    const { code } = error as { code?: unknown }
    return typeof code === 'string' ? code : error.name
  }
  return 'unknown'
}
