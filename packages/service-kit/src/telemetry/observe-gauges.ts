import type { Attributes, Meter, ObservableGauge } from '@opentelemetry/api'
import type { Logger } from 'pino'
import { withDeadline } from '../clock/with-deadline.ts'

/** Well below the deadline of a scrape, so that an unavailable server does not hide the other metrics. Milliseconds. */
const deadlineMs = 2_000

/** Largest number that `count` queries for metrics count to, because counting millions of rows takes seconds. */
export const countLimit = 10_000

export type Observation = [gauge: ObservableGauge, value: number, attributes?: Attributes]

/**
 * Observes gauges whose values one source returns, for example a query, when metrics are collected. While the source fails or is slow, the
 * gauges are absent.
 */
export function observeGauges(
  instruments: Meter,
  gauges: readonly ObservableGauge[],
  log: Logger,
  read: () => Promise<Observation[]>,
): void {
  instruments.addBatchObservableCallback(
    async (result) => {
      try {
        for (const observation of await withDeadline(read, deadlineMs)) result.observe(...observation)
      } catch (error) {
        log.debug({ err: error }, 'metrics could not be observed')
      }
    },
    [...gauges],
  )
}
