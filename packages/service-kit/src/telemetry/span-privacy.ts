import type { Span, SpanProcessor } from '@opentelemetry/sdk-trace'
import { scrub } from '../log/redact.ts'

/** Attributes that hold a path, by the current names and by those before them. */
const paths = ['url.path', 'url.full', 'http.target', 'http.url']
const queries = ['url.query']

/**
 * Takes out of every span, as it ends, what the operator of a tracing system has no business with: the link in Trip Link and
 * release paths, query strings, secrets in URLs. A request that found its route shows the route's template in place of its path.
 */
export function spanPrivacy(): SpanProcessor {
  return {
    onStart: () => undefined,
    onEnding(span) {
      const { route, attributes } = { route: span.attributes['http.route'], attributes: span.attributes }
      span.updateName(scrub(span.name))
      for (const name of paths) {
        const value = attributes[name]
        if (typeof value === 'string') span.setAttribute(name, cleanPath(value, route))
      }
      for (const name of queries) if (attributes[name] !== undefined) span.setAttribute(name, '')
      cleanEvents(span)
    },
    onEnd: () => undefined,
    forceFlush: () => Promise.resolve(),
    shutdown: () => Promise.resolve(),
  }
}

function cleanPath(value: string, route: unknown): string {
  const [beforeQuery = ''] = value.split('?', 1)
  if (typeof route !== 'string') return scrub(beforeQuery)
  const origin = /^\w+:\/\/[^/]*/.exec(beforeQuery)?.[0] ?? ''
  return scrub(origin) + route
}

/** Where something that was thrown is attached, it is with its words. */
function cleanEvents({ events }: Span): void {
  for (const { attributes } of events) {
    for (const name in attributes) {
      const value = attributes[name]
      if (typeof value === 'string') attributes[name] = scrub(value)
    }
  }
}
