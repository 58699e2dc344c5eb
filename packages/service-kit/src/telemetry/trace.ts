import {
  type Attributes,
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { isTraced } from './handle.ts'

const tracer = () => trace.getTracer('@guidebook/service-kit')

/** The W3C `traceparent` of the work at hand, to be carried along with a row or a message; null when there is no trace. */
export function currentTraceparent(): string | null {
  const carrier: Record<string, string> = {}
  propagation.inject(context.active(), carrier)
  return carrier.traceparent ?? null
}

/** The trace id of the work at hand, for the log; null when there is no trace. */
export function currentTraceId(): string | null {
  return trace.getSpanContext(context.active())?.traceId ?? null
}

/** Headers that carry the trace to another system. Empty where undici is instrumented and adds them by itself. */
export function traceHeaders(): Record<string, string> {
  const traceparent = isTraced() ? null : currentTraceparent()
  return traceparent === null ? {} : { traceparent }
}

/** Runs work within the trace that a request came with, where no instrumentation has done so. */
export function withIncomingTrace<T>(headers: NodeJS.Dict<string | string[]>, work: () => T): T {
  if (headers.traceparent === undefined || isTraced()) return work()
  return context.with(propagation.extract(ROOT_CONTEXT, headers), work)
}

/** Gives the span of the request at hand the name of its route. Its path may hold a Trip Link. */
export function nameRequestSpan(method: string, route: string): void {
  const span = trace.getActiveSpan()
  if (!span?.isRecording()) return
  span.updateName(`${method} ${route}`)
  span.setAttribute('http.route', route)
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
