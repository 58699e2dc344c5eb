import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { outboxBacklog } from '../broker/outbox-queries.ts'
import type { Database } from '../database/database.ts'
import type { FactSource } from '../health.ts'
import { buildInfo } from '../telemetry/metrics.ts'

/** Facts that every service reports with its readiness: `guidebook doctor` compares them between services and replicas. */
export function processFacts(database: Database): FactSource[] {
  const instance = `${hostname()}-${randomUUID().slice(0, 8)}`
  const startedAt = new Date().toISOString()
  return [
    {
      name: 'process',
      // The clock of the system, not the one that tests replace: tokens and leases of other services are compared with it.
      facts: async () => ({ ...buildInfo, instance, startedAt, clock: new Date().toISOString() }),
    },
    {
      name: 'outbox',
      facts: async () => {
        const { depth, ageSeconds } = await outboxBacklog(database.knex)
        return { waiting: depth, oldestSeconds: Math.round(ageSeconds) }
      },
    },
  ]
}
