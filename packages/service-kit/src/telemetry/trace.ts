import {
  type Attributes,
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'

const tracer = () => trace.getTracer('@guidebook/service-kit')

/** The W3C `traceparent` of the work at hand, to be carried along with a row or a message; null when nothing is traced. */
export function currentTraceparent(): string | null {
  const carrier: Record<string, string> = {}
  propagation.inject(context.active(), carrier)
  return carrier.traceparent ?? null
}

/** The trace id of the work at hand, for the log; null when nothing is traced. */
export function currentTraceId(): string | null {
  return trace.getSpanContext(context.active())?.traceId ?? null
}

/**
 * Runs work that someone else caused, as a part of their trace: a message, a claimed row.
 * A null `traceparent` begins a trace of its own. What the work throws is marked on the span and thrown on.
 */
export function withTrace<T>(
  traceparent: string | null,
  name: string,
  work: () => Promise<T>,
  attributes: Attributes = {},
): Promise<T> {
  const parent = traceparent === null ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent })
  return tracer().startActiveSpan(name, { kind: SpanKind.CONSUMER, attributes }, parent, async (span) => {
    try {
      return await work()
    } catch (error) {
      // The message may hold personal data; the type is enough to find the log line of the same trace.
      span.setStatus({ code: SpanStatusCode.ERROR })
      span.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
      throw error
    } finally {
      span.end()
    }
  })
}
