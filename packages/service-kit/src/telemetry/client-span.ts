import { context, propagation, type Span, SpanKind, trace } from '@opentelemetry/api'
import { markFailed, tracer, typeOf } from './tracer.ts'

/** Who is asked. `template`: the path with the names of its parameters; the path itself may hold what nobody is to see. */
export interface Target {
  method: string
  host: string
  template?: string
}

type Headers = Readonly<Record<string, string>>

/**
 * Asks another system as part of the work at hand: `ask` gets the headers that carry the trace there. What no one asked for (a loop that
 * looks for work) is no part of a trace and carries none.
 */
export function withClientSpan<T extends { statusCode: number }>(
  { method, host, template }: Target,
  ask: (headers: Headers) => Promise<T>,
): Promise<T> {
  const active = trace.getActiveSpan()
  if (active === undefined) return ask({})
  if (!active.isRecording()) return ask(headersOf(active))
  const span = tracer.startSpan(template === undefined ? method : `${method} ${template}`, {
    kind: SpanKind.CLIENT,
    attributes: { 'http.request.method': method, 'server.address': host, 'url.template': template },
  })
  return followed(span, ask(headersOf(span)))
}

async function followed<T extends { statusCode: number }>(span: Span, answer: Promise<T>): Promise<T> {
  try {
    const { statusCode } = await answer
    span.setAttribute('http.response.status_code', statusCode)
    // To the one who asks a refusal is a failure, too (semantic conventions of HTTP spans).
    if (statusCode >= 400) markFailed(span, String(statusCode))
  } catch (error) {
    markFailed(span, typeOf(error))
  } finally {
    span.end()
  }
  return answer
}

function headersOf(span: Span): Headers {
  const carrier: Record<string, string> = {}
  propagation.inject(trace.setSpan(context.active(), span), carrier)
  return carrier
}
