import { subscribe } from 'node:diagnostics_channel'
import {
  type Context,
  context,
  createContextKey,
  propagation,
  ROOT_CONTEXT,
  type TextMapSetter,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'

const withheld = createContextKey('trace context withheld')
let registered = false

/** Propagates the trace within the process and between processes. For the SDK, which registers both parts. */
export function createPropagation() {
  registered = true
  return { contextManager: new AsyncLocalStorageContextManager(), textMapPropagator: new TraceContextPropagator() }
}

/** Without the SDK: forwards a trace from requests and messages (`continueTrace`) to the requests that undici sends. */
export function registerPropagation(): void {
  if (registered) return
  const { contextManager, textMapPropagator } = createPropagation()
  context.setGlobalContextManager(contextManager.enable())
  propagation.setGlobalPropagator(textMapPropagator)
  subscribe('undici:request:create', (message) => addTraceHeaders(message as UndiciRequestCreated))
}

/** Part of undici's diagnostics channel messages. */
interface UndiciRequestCreated {
  request: { addHeader(name: string, value: string): void }
}

function addTraceHeaders({ request }: UndiciRequestCreated): void {
  const headers: Record<string, string> = {}
  propagation.inject(context.active(), headers)
  for (const name in headers) request.addHeader(name, headers[name] ?? '')
}

/**
 * Runs work as part of the trace in the headers of a request or the fields of a message (`traceparent`, `tracestate`).
 * If there is an active span, an instrumentation has already continued the trace.
 */
export function continueTrace<T>(carrier: object, work: () => T): T {
  const { traceparent } = carrier as { traceparent?: unknown }
  if (traceparent == null || trace.getActiveSpan() !== undefined) return work()
  return context.with(propagation.extract(ROOT_CONTEXT, carrier), work)
}

/** Runs work whose requests do not carry the trace, because they go to third parties. */
export function withholdTrace<T>(work: () => T): T {
  return context.with(context.active().setValue(withheld, true), work)
}

class TraceContextPropagator extends W3CTraceContextPropagator {
  override inject(active: Context, carrier: unknown, setter: TextMapSetter): void {
    if (active.getValue(withheld) !== true) super.inject(active, carrier, setter)
  }
}
