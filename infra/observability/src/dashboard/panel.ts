/** Units of Grafana. */
export type Unit = 's' | 'bytes' | 'short' | 'percentunit' | 'reqps' | 'cps'

export interface Query {
  expr: string
  legend: string
}

export interface Panel {
  title: string
  unit: Unit
  description: string
  queries: readonly Query[]
  /** The alert whose runbook explains high values. */
  alert?: string
}

export interface Row {
  title: string
  panels: readonly Panel[]
}

/** Labels of Grafana's `legendFormat`. */
export const by = (label: string): string => `{{${label}}}`

export const rate = (selector: string): string => `rate(${selector}[$__rate_interval])`

/** Two percentiles of a histogram whose series match. */
export const percentiles = (histogram: string, matchers = ''): Query[] =>
  [0.5, 0.95].map((quantile) => ({
    expr: `histogram_quantile(${quantile}, sum by (le) (${rate(`${histogram}_bucket{${matchers}}`)}))`,
    legend: `${quantile * 100} %`,
  }))
