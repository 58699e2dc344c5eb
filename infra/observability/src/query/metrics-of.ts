import { parser } from '@prometheus-io/lezer-promql'

/** Replaces Grafana's variables by values, so that the text is PromQL. */
export const withoutVariables = (expr: string): string => expr.replaceAll('$__rate_interval', '5m')

/** The metrics that a PromQL expression reads. Throws when it is not valid. */
export function metricsOf(expr: string): string[] {
  const text = withoutVariables(expr)
  const names = new Set<string>()
  parser.parse(text).iterate({
    enter(node) {
      if (node.type.isError) throw new SyntaxError(`not PromQL at ${node.from}: ${text}`)
      if (node.name !== 'VectorSelector') return
      const name = node.node.getChild('Identifier') ?? node.node.getChild('MetricIdentifier')
      if (name !== null) names.add(text.slice(name.from, name.to))
    },
  })
  return [...names]
}
