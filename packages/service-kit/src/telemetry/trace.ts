import {
  type Attributes,
  context,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  trace,
} from '@opentelemetry/api'
import { markFailed, tracer, typeOf } from './tracer.ts'

/** The W3C `traceparent` of the work at hand, to be carried along with a row or a message; null when there is no trace. */
export function currentTraceparent(): string | null {
  const carrier: Record<string, string> = {}
  propagation.inject(context.active(), carrier)
  return carrier.traceparent ?? null
}

/** The trace id of the work at hand, for the log; null when there is no trace. */
export function currentTraceId(): string | null {
  const here = trace.getSpanContext(context.active())
  return here !== undefined && isSpanContextValid(here) ? here.traceId : null
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
  return tracer.startActiveSpan(name, { kind: SpanKind.CONSUMER, attributes }, parent, async (span) => {
    try {
      return await work()
    } catch (error) {
      markFailed(span, typeOf(error))
      throw error
    } finally {
      span.end()
    }
  })
}
