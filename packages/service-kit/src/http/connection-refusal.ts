import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ErrorCode } from '@guidebook/contracts'
import { ServiceError } from '../errors/service-error.ts'
import type { ScopeOptions } from './app.ts'
import { problemBody } from './problem.ts'

/** Maps the codes of Node's errors. Any other code is a syntax error in the request. */
const codes: Readonly<Record<string, ErrorCode>> = {
  HPE_INVALID_URL: 'bad-target',
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'payload-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
}

/** Responds with a problem document to input that the HTTP parser rejected, then closes the connection. */
export function refuseUnreadable({ log, publicUrl, headers: everyAnswer = {} }: ScopeOptions) {
  return (thrown: Error & { code?: string }, socket: Duplex): void => {
    const error =
      thrown instanceof ServiceError ? thrown : new ServiceError(codes[thrown.code ?? ''] ?? 'malformed-request')
    const requestId = randomUUID()
    const body = problemBody(error, { publicUrl, requestId, instance: '/' })
    const headers = {
      ...everyAnswer,
      'X-Request-Id': requestId,
      'Content-Type': 'application/problem+json',
      'Content-Length': body.length,
      'Cache-Control': 'no-store',
      Date: new Date().toUTCString(),
      Connection: 'close',
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    const head = [`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`, ...lines, '', ''].join('\r\n')
    socket.end(Buffer.concat([Buffer.from(head), body]), () => socket.destroy())
    log.info({ requestId, status: error.status, code: error.code, reason: thrown.code }, 'unreadable request refused')
  }
}
