import { expect, test } from 'vitest'
import { metricsOf, selectorsOf } from './metrics-of.ts'

test('the metrics of a query are those that it selects, not its labels and functions', () => {
  const query = 'sum by (service) (rate(requests_total{status=~"5.."}[$__rate_interval])) / max(limit) > 0.5'
  expect(metricsOf(query)).toEqual(['requests_total', 'limit'])
  expect(selectorsOf(query)).toEqual(['requests_total{status=~"5.."}', 'limit'])
})

test('a text that is not PromQL is refused', () => {
  expect(() => metricsOf('sum by (service (requests_total)')).toThrow('not PromQL')
})
