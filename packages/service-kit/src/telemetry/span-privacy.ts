import type { Span, SpanProcessor } from '@opentelemetry/sdk-trace'
import { scrub } from '../log/redact.ts'

/** Attributes that show a path, a query string or an address of a client, by their current names and by those before them. */
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
 * Removes from every span, as it ends, what the operator of a tracing system must not see: paths (a request that found its route shows the
 * route's template), query strings, addresses of clients, messages of errors; secrets of known forms in all other texts.
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

/** An error's message and stack may hold values of a statement, an address, anything. Its type stays. */
function removeMessages(span: Span): void {
  const { status, events } = span
  if (status.message !== undefined) span.setStatus({ code: status.code })
  for (const { attributes } of events) {
    if (attributes === undefined) continue
    delete attributes['exception.message']
    delete attributes['exception.stacktrace']
  }
}
