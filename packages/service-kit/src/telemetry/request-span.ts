import type { IncomingMessage } from 'node:http'
import { context, isSpanContextValid, propagation, ROOT_CONTEXT, type Span, SpanKind, trace } from '@opentelemetry/api'
import { markFailed, tracer } from './tracer.ts'

/** Answers a request within the trace that it came with, or within a new one; `work` gets the span and must see that it ends. */
export function withRequestSpan<T>({ method = '', url = '', headers }: IncomingMessage, work: (span: Span) => T): T {
  const parent = headers.traceparent === undefined ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, headers)
  const span = tracer.startSpan(method, { kind: SpanKind.SERVER }, parent)
  // Nobody began a trace, and nobody takes one.
  if (!isSpanContextValid(span.spanContext())) return work(span)
  if (span.isRecording()) {
    span.setAttributes({ 'http.request.method': method, 'url.path': url.split('?', 1)[0] })
    const agent = headers['user-agent']
    if (agent !== undefined) span.setAttribute('user_agent.original', agent)
  }
  return context.with(trace.setSpan(parent, span), work, undefined, span)
}

/** Gives the span of the request at hand the name of its route. Its path may hold a Trip Link. */
export function nameRequestSpan(method: string, route: string): void {
  const span = trace.getActiveSpan()
  if (!span?.isRecording()) return
  span.updateName(`${method} ${route}`)
  span.setAttribute('http.route', route)
}

/** `failed`: whether something went wrong on our side; a refusal is an answer like any other (semantic conventions of HTTP spans). */
export function endRequestSpan(span: Span, status: number, failed: boolean): void {
  if (span.isRecording()) {
    span.setAttribute('http.response.status_code', status)
    if (failed) markFailed(span, String(status))
  }
  span.end()
}
