import type { Knex } from 'knex'
import { meter } from '../telemetry/metrics.ts'

/** The counts of tarn, which is Knex's pool. */
interface PoolCounts {
  max: number
  numUsed(): number
  numFree(): number
  numPendingAcquires(): number
}

/** Measures the pool of database connections, by OpenTelemetry's names. */
export function observePool(knex: Knex): void {
  // Undefined after the pool was destroyed.
  const pool = (): PoolCounts | undefined => knex.client.pool
  const instruments = meter('@guidebook/service-kit')
  const name = (part: string) => `db.client.connection.${part}`
  const gauge = (part: string, description: string) => instruments.createObservableGauge(name(part), { description })
  gauge('count', 'Database connections, by state.').addCallback((result) => {
    result.observe(pool()?.numUsed() ?? 0, { state: 'used' })
    result.observe(pool()?.numFree() ?? 0, { state: 'idle' })
  })
  gauge('max', 'Most database connections of this process.').addCallback((result) => result.observe(pool()?.max ?? 0))
  gauge('pending_requests', 'Statements and transactions that wait for a database connection.').addCallback((result) =>
    result.observe(pool()?.numPendingAcquires() ?? 0),
  )
}
