import { type Span, SpanStatusCode, trace } from '@opentelemetry/api'

/** Makes the spans of the kit; without a provider they are none. */
export const tracer = trace.getTracer('@guidebook/service-kit')

/** `type`: a status, an SQLSTATE, the name of a class. Never a message, which may hold personal data: the log line of the same trace has it. */
export function markFailed(span: Span, type: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute('error.type', type)
}

/** What an error is known by. */
export function typeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  if (typeof code === 'string') return code
  return error instanceof Error ? error.name : typeof error
}
