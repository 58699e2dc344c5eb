import { errors } from 'undici'
import { ForbiddenAddress } from './guarded-connect.ts'

/** Why no complete answer came, as a word for records and a sentence for people. */
export interface ConnectionFailure {
  outcome: 'timeout' | 'address-forbidden' | 'name-not-resolved' | 'tls-failed' | 'connection-failed'
  reason: string
}

/** What an error of undici's says about the connection. `timedOut`: the whole attempt's own time was over. */
export const connectionFailure = (error: unknown, timedOut: boolean): ConnectionFailure => {
  const code = codeOf(error)
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
    return { outcome: 'tls-failed', reason: `The TLS connection could not be trusted (${code}).` }
  }
  return { outcome: 'connection-failed', reason: `The connection failed (${code}).` }
}

const timeouts = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT'])

const codeOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0])
  if (error instanceof errors.UndiciError || error instanceof Error) {
    const { code } = error as { code?: unknown }
    return typeof code === 'string' ? code : error.name
  }
  return 'unknown'
}
