import type { Logger } from 'pino'
import { type ClaimLoop, claimLoop } from '../loop/claim-loop.ts'
import { meter } from '../telemetry/metrics.ts'
import type { Database } from './database.ts'

/** Expired rows of the kit's tables. An inbox row must outlive every repeat of its message; dead letters had no effect yet. */
const sweeps = [
  { table: 'inbox', condition: "handled_at < now() - interval '7 days'" },
  { table: 'idempotency_keys', condition: "created_at < now() - interval '24 hours'" },
  { table: 'outgoing_mails', condition: "state <> 'waiting' AND settled_at < now() - interval '90 days'" },
]

const batch = 1_000

/** Deletes expired rows of the kit's tables, a thousand at a time so that their locks are short. */
export const createSweeper = ({ database, log }: { database: Database; log: Logger }): ClaimLoop => {
  const count = meter('sweeper').createCounter('sweeper_deleted_rows', {
    description: 'Expired rows that were deleted.',
  })
  for (const { table } of sweeps) count.add(0, { table })
  return claimLoop({
    name: 'sweeper',
    pollMs: 600_000,
    log,
    run: async (signal) => {
      let deleted = 0
      for (const { table, condition } of sweeps) {
        if (signal.aborted) break
        const { rowCount } = await database.knex.raw(
          `DELETE FROM ${table} WHERE ctid IN (SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${batch} FOR UPDATE SKIP LOCKED)`,
        )
        count.add(rowCount, { table })
        deleted += rowCount
      }
      return deleted
    },
  })
}
