import type { Span, SpanProcessor } from '@opentelemetry/sdk-trace'
import { scrub } from '../log/redact.ts'

/** Attributes with a path, a query string or a client address, by their current and former names. */
const withheld = new Set([
  'url.full',
  'url.query',
  'http.target',
  'http.url',
  'client.address',
  'client.port',
  'http.client_ip',
  'network.peer.address',
  'network.peer.port',
  'net.peer.ip',
  'net.peer.port',
])

/**
 * Removes from every span, when it ends, what the operator of a tracing system must not see: paths (the template of the route is shown
 * instead), query strings, client addresses, error messages, and secrets of known forms in all other texts.
 */
export function spanPrivacy(): SpanProcessor {
  return {
    onStart: () => undefined,
    onEnding(span) {
      const { attributes } = span
      const route = attributes['http.route']
      for (const name in attributes) {
        const value = attributes[name]
        if (name === 'url.path' && typeof route === 'string') attributes[name] = route
        else if (name === 'url.path' || withheld.has(name)) delete attributes[name]
        else if (typeof value === 'string') attributes[name] = scrub(value)
      }
      span.updateName(scrub(span.name))
      removeMessages(span)
    },
    onEnd: () => undefined,
    forceFlush: () => Promise.resolve(),
    shutdown: () => Promise.resolve(),
  }
}

/** The message and the stack of an error may contain values of a statement or an address. The type remains. */
function removeMessages(span: Span): void {
  const { status, events } = span
  if (status.message !== undefined) span.setStatus({ code: status.code })
  for (const { attributes } of events) {
    if (attributes === undefined) continue
    delete attributes['exception.message']
    delete attributes['exception.stacktrace']
  }
}
