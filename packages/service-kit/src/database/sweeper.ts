import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Clock } from '../clock/clock.ts'
import type { commonSettings, Settings } from '../config/index.ts'
import { type ClaimLoop, claimLoop } from '../loop/claim-loop.ts'
import { meter } from '../telemetry/metrics.ts'
import type { Database } from './database.ts'
import { days, type RetentionRule, retentionRule, sweepRows } from './retention.ts'

/** An inbox row must outlive every repeat of its message, so it is above `SENT_MESSAGE_RETENTION`. Dead letters had no effect yet. */
const inboxDays = 7

type KitSettings = Pick<Settings<typeof commonSettings>, 'SENT_MESSAGE_RETENTION' | 'MAIL_RETENTION'>

/** Expired rows of the kit's tables. */
export const kitRules = ({ SENT_MESSAGE_RETENTION, MAIL_RETENTION }: KitSettings): RetentionRule[] => [
  retentionRule('sent_messages', { time: 'sent_at', keepMs: SENT_MESSAGE_RETENTION }),
  retentionRule('inbox', { time: 'handled_at', keepMs: days(inboxDays) }),
  retentionRule('idempotency_keys', { time: 'created_at', keepMs: days(1) }),
  retentionRule('outgoing_mails', { time: 'settled_at', keepMs: MAIL_RETENTION, condition: "state <> 'waiting'" }),
]

/** Longest pause between two batches, milliseconds. */
const longestPauseMs = 1_000
/** Pause between two passes of a rule with pieces, milliseconds: a pass looks at all old rows of its table, which may be millions. */
const passPauseMs = 86_400_000

interface SweeperOptions {
  database: Database
  rules: readonly RetentionRule[]
  clock: Clock
  log: Logger
}

/** A rule with pieces has its own sweeper: the end of its pass is followed by a pause, also while other rules have rows to delete. */
export const createSweepers = ({ rules, ...options }: SweeperOptions): ClaimLoop[] => [
  createSweeper({ ...options, rules: rules.filter(({ piece }) => piece === undefined) }),
  ...rules
    .filter(({ piece }) => piece !== undefined)
    .map((rule) => createSweeper({ ...options, rules: [rule], name: `sweeper of ${rule.table}`, pollMs: passPauseMs })),
]

/** Deletes expired rows, in short batches with pauses as long as the batches took. Replicas sweep concurrently. */
const createSweeper = ({
  database,
  rules,
  clock,
  log,
  name = 'sweeper',
  pollMs = 600_000,
}: SweeperOptions & { name?: string; pollMs?: number }): ClaimLoop => {
  const count = meter('sweeper').createCounter('sweeper_deleted_rows', {
    description: 'Expired rows that were deleted.',
  })
  for (const { table } of rules) count.add(0, { table })
  const passes = new Map<string, string>()
  return claimLoop({
    name,
    pollMs,
    log,
    run: async (signal) => {
      const started = performance.now()
      const deleted = new Map<string, number>()
      try {
        await sweepRows(database.knex, rules, { now: clock.now(), deleted, passes, signal })
      } finally {
        for (const [table, rows] of deleted) count.add(rows, { table })
      }
      const unfinished = deleted.size + passes.size
      if (unfinished > 0) await pause(Math.min(performance.now() - started, longestPauseMs), signal)
      return unfinished
    },
  })
}

/** Ends early when the loop stops. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
