/**
 * A dependency is unavailable; the same work may succeed later. Its code makes `isOutage` true, so loops and subscriptions pause and attempts
 * are not counted.
 */
export class DependencyUnavailableError extends Error {
  override readonly name = 'DependencyUnavailableError'
  readonly code = 'part-unavailable'
}

/**
 * Codes of an unreachable peer: those of the system (libuv) and of undici, and PostgreSQL's SQLSTATE 57P01-03 (shutting down, starting up),
 * 53300 (no free connection), 53100 (disk full) and 25006 (only reads, such as after a switch to another server). Those of a file system that
 * is full, read-only or broken, or whose server no longer knows the file: the object store may be a folder.
 */
const outageCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_SOCKET',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '53100',
  '25006',
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EIO',
  'ESTALE',
])

/**
 * pg, knex (tarn), amqplib and the AWS SDK report some lost connections and exceeded time limits only by the message; knex prefixes it with the
 * statement and ` - `.
 */
const outageMessages = [
  'Connection terminated',
  'timeout expired$',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
  'Unable to acquire a connection',
  'Connection closed',
  'Channel closed',
  'Channel ended',
  'Socket closed abruptly',
  'Unexpected close',
  'connect ETIMEDOUT',
  '@smithy/node-http-handler - the request socket',
]
const outageMessage = new RegExp(`(?:^| - )(?:${outageMessages.join('|')})`)

/**
 * SQLSTATE class 08. PostgreSQL reports a statement with too many parameters as a protocol violation, 08P01: it would fail each time. PgBouncer ends
 * connections with this code, as a fatal error.
 */
const isConnectionException = (code: string, severity: unknown): boolean =>
  /^08\w{3}$/.test(code) && (code !== '08P01' || severity === 'FATAL')

/** Whether the error means that a database, broker, object store or service is unavailable: the same work may succeed later. */
export function isOutage(error: unknown): boolean {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth++) {
    const { code, severity } = current as { code?: unknown; severity?: unknown }
    if (code === 'part-unavailable') return true
    if (typeof code === 'string' && (outageCodes.has(code) || isConnectionException(code, severity))) return true
    if (current.name === 'KnexTimeoutError' || outageMessage.test(current.message)) return true
    if (current instanceof AggregateError && current.errors.some(isOutage)) return true
  }
  return false
}
