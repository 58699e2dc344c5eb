import {
  type Attributes,
  context,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'

/** The W3C `traceparent` of the current work, to be stored with a row or a message; null when there is no trace. */
export function currentTraceparent(): string | null {
  const carrier: Record<string, string> = {}
  propagation.inject(context.active(), carrier)
  return carrier.traceparent ?? null
}

/** The trace id of the current work, for the log; null when there is no trace. */
export function currentTraceId(): string | null {
  const current = trace.getSpanContext(context.active())
  return current !== undefined && isSpanContextValid(current) ? current.traceId : null
}

/** Names the span of the current request after its route. */
export function nameRequestSpan(method: string, route: string): void {
  const span = trace.getActiveSpan()
  if (!span?.isRecording()) return
  span.updateName(`${method} ${route}`)
  span.setAttribute('http.route', route)
}

/** Marks the span of the current work as failed. */
export function failCurrentSpan(error: unknown): void {
  // Never the message, which may contain personal data: the log line of the same trace has it.
  trace.getActiveSpan()?.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', typeOf(error))
}

/**
 * Runs background work as a span of the trace that caused it, whose `traceparent` was stored.
 * A null `traceparent` begins a new trace. An error marks the span as failed and is rethrown.
 */
export function withTrace<T>(
  traceparent: string | null,
  name: string,
  work: () => Promise<T>,
  attributes: Attributes = {},
): Promise<T> {
  const parent = traceparent === null ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent })
  const tracer = trace.getTracer('@guidebook/service-kit')
  return tracer.startActiveSpan(name, { kind: SpanKind.CONSUMER, attributes }, parent, async (span) => {
    try {
      return await work()
    } catch (error) {
      failCurrentSpan(error)
      throw error
    } finally {
      span.end()
    }
  })
}

/** An SQLSTATE, a system error code, or the name of a class. */
function typeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  if (typeof code === 'string') return code
  return error instanceof Error ? error.name : typeof error
}
