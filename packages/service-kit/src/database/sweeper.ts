import type { Logger } from 'pino'
import { type ClaimLoop, claimLoop } from '../loop/claim-loop.ts'
import type { Database } from './database.ts'

interface Sweep {
  table: string
  condition: string
}

/** Expired rows of the kit's tables. An inbox row must outlive every repeat of its message; dead letters had no effect yet. */
const sweeps: readonly Sweep[] = [
  { table: 'inbox', condition: "handled_at < now() - interval '7 days'" },
  { table: 'idempotency_keys', condition: "created_at < now() - interval '24 hours'" },
  { table: 'outgoing_mails', condition: "state <> 'waiting' AND settled_at < now() - interval '90 days'" },
]

const batch = 1_000

/** Deletes expired rows of the kit's tables, a thousand at a time so that their locks are short. */
export function createSweeper({
  database,
  log,
  pollMs = 600_000,
}: {
  database: Database
  log: Logger
  pollMs?: number
}): ClaimLoop {
  return claimLoop({
    name: 'sweeper',
    pollMs,
    log,
    run: async (signal) => {
      let deleted = 0
      for (const { table, condition } of sweeps) {
        if (signal.aborted) break
        deleted += await sweep(database, table, condition)
      }
      return deleted
    },
  })
}

async function sweep(database: Database, table: string, condition: string): Promise<number> {
  const { rowCount } = await database.knex.raw(
    `DELETE FROM ${table} WHERE ctid IN (SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${batch} FOR UPDATE SKIP LOCKED)`,
  )
  return rowCount
}
