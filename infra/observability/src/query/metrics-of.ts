import { parser } from '@prometheus-io/lezer-promql'

/** The series that a PromQL expression selects, with their matchers, as they are written. Throws when it is not valid. */
export function selectorsOf(expr: string): string[] {
  // Grafana replaces its variable by a duration.
  const text = expr.replaceAll('$__rate_interval', '5m')
  const selectors: string[] = []
  parser.parse(text).iterate({
    enter({ type, from, to }) {
      if (type.isError) throw new SyntaxError(`not PromQL at ${from}: ${text}`)
      if (type.name === 'VectorSelector') selectors.push(text.slice(from, to))
    },
  })
  return selectors
}

/** The metrics that a PromQL expression reads. */
export const metricsOf = (expr: string): string[] => [
  ...new Set(selectorsOf(expr).map((selector) => selector.split('{', 1)[0] ?? '')),
]
