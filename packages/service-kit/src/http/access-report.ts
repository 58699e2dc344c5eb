import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Meter } from '@opentelemetry/api'
import { ServiceError } from '../errors/service-error.ts'
import type { Logger } from '../log/index.ts'
import { describeError } from '../log/redact.ts'
import { probes } from '../probes.ts'
import { ClientDisconnectedError, type Exchange } from './exchange.ts'

/** One log line and one measurement for each request, by the template of its route. */
export function createAccessReport(log: Logger, metrics: Meter) {
  const duration = metrics.createHistogram('http.server.request.duration', {
    unit: 's',
    description: 'Time from the arrival of a request to the end of its response.',
    advice: { explicitBucketBoundaries: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] },
  })

  // Only the error can contain a secret, and `describeError` removes it, so this logger skips the redaction of all fields.
  const access = log.child({}, { formatters: { log: (line) => line } })

  return function report(
    request: IncomingMessage,
    response: ServerResponse,
    exchange: Exchange,
    elapsed: number,
  ): void {
    const aborted = !response.writableFinished
    const status = aborted && !response.headersSent ? 499 : response.statusCode
    const route = exchange.route ?? 'unmatched'
    duration.record(elapsed / 1_000, {
      'http.request.method': request.method ?? '',
      'http.route': route,
      'http.response.status_code': status,
    })
    const failed = status >= 500 || isFailure(exchange.error)
    const level = failed ? 'error' : probes.has(route) ? 'debug' : 'info'
    if (!log.isLevelEnabled(level)) return
    const line: Record<string, unknown> = {
      requestId: exchange.requestId,
      method: request.method,
      route,
      status,
      durationMs: Math.round(elapsed * 100) / 100,
    }
    if (exchange.account !== null) line.account = exchange.account
    if (exchange.traceId !== null) line.traceId = exchange.traceId
    if (aborted) line.aborted = true
    const code = (exchange.error as { code?: unknown } | null)?.code
    if (failed) line.err = describeError(exchange.error)
    else if (code !== undefined) line.code = code
    access[level](line, 'request')
  }
}

/** Whether the failure is ours. The error decides, since a response that has begun may already have a status below 500. */
function isFailure(error: unknown): boolean {
  if (error === null || error instanceof ClientDisconnectedError) return false
  return !(error instanceof ServiceError) || error.status >= 500
}
