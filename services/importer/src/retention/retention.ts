import {
  type ClaimLoop,
  claimLoop,
  createOrphanSweeper,
  days,
  expiry,
  type RetentionRule,
  retentionRule,
} from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { Context } from '../context.ts'

const hourMs = 60 * 60 * 1_000
/** How long an extracted file is kept after its run. Younger files are never removed, because a file is stored before its row. */
const fileMs = days(1)

type RetentionContext = Pick<Context, 'database' | 'objects' | 'clock'> & {
  settings: Pick<Context['settings'], 'IMPORT_MAIL_RETENTION' | 'IMPORT_RETENTION'>
}

/** Removes extracted files that no run needs, and old raw mails. */
export const objectSweeps = ({ database: { knex }, objects, clock, settings }: RetentionContext) => {
  const longAgo = (keepMs: number) => new Date(clock.now().getTime() - keepMs)
  const except = async (keys: readonly string[], needed: PromiseLike<string[]>) => {
    const kept = new Set(await needed)
    return keys.filter((key) => !kept.has(key))
  }
  const files = {
    objectStore: objects,
    clock,
    prefix: 'importer/files/',
    // Files of a mail in quarantine are not needed: they are extracted again when it is released.
    findUnused: (_: string, keys: readonly string[]) =>
      except(
        keys,
        knex('runs')
          .whereIn('file_key', keys)
          .where((run) => run.where('state', 'processing').orWhere('finished_at', '>=', longAgo(fileMs)))
          .pluck('file_key'),
      ),
  }
  const mailMs = settings.IMPORT_MAIL_RETENTION
  if (mailMs === null) return [files]
  const mails = {
    objectStore: objects,
    clock,
    prefix: 'importer/mails/',
    keepMs: mailMs,
    findUnused: (_: string, keys: readonly string[]) =>
      except(
        keys,
        knex('mails')
          .whereIn('raw_key', keys)
          .where((mail) =>
            mail.whereIn('state', ['stored', 'processing']).orWhere('received_at', '>=', longAgo(mailMs)),
          )
          .pluck('raw_key'),
      ),
  }
  return [files, mails]
}

/** Deletes the cells of failed rows as old as removed mails. Returns the number of runs. */
export const emptyOldRuns = async ({ database, clock, settings }: RetentionContext, signal?: AbortSignal) => {
  const { knex } = database
  if (settings.IMPORT_MAIL_RETENTION === null) return 0
  const before = new Date(clock.now().getTime() - settings.IMPORT_MAIL_RETENTION)
  for (let emptied = 0; ; emptied++) {
    const run = await knex('runs').where('finished_at', '<', before).where({ emptied: false }).first('id')
    if (run === undefined || !(await emptyRows(knex, run.id, signal))) return emptied
    await knex('runs').where({ id: run.id }).update({ emptied: true })
  }
}

/** Rows that one statement empties: a run may have two million, and a statement that takes long is cancelled. */
const emptiedRows = 1_000

/** Returns `false` when `signal` aborts before the last row. */
const emptyRows = async (knex: Knex, run: string, signal: AbortSignal | undefined): Promise<boolean> => {
  for (let behind = 0; !signal?.aborted; ) {
    const { rows } = await knex.raw(
      `with batch as (
         select max(row) as last
         from (select row from rows where run = :run and row > :behind order by row limit :emptiedRows) as next),
       emptied as (
         update rows set cells = null
         where run = :run and row > :behind and row <= (select last from batch) and cells is not null)
       select last from batch`,
      { run, behind, emptiedRows },
    )
    const { last } = rows[0]
    if (last === null) return true
    behind = last
  }
  return false
}

/** Rows go first, in batches: a run may have two million. */
const rowsOfOldRuns = `
  select rows.ctid from runs join rows on rows.run = runs.id where runs.finished_at < ${expiry}
  order by runs.finished_at limit :batch for update of rows skip locked`

/** A mail that is still in the inbox, or that a younger one repeats, stays. */
const isUnneeded = `
  state not in ('stored', 'processing') and filed_to is not null
  and not exists (select from runs where runs.mail = mails.id)
  and not exists (select from mails again where again.same_as = mails.id)`

/** Runs without rows, by the time of which each kind expires. */
const oldRuns = (time: 'finished_at' | 'created_at', condition: string) => `
  select ctid from (
    select ctid from runs where ${time} < ${expiry} and ${condition}
    order by ${time} limit :batch for update skip locked) as ${time}_runs`

/** Runs in quarantine never end, so they expire by the time at which they were held, unless their mail has just been released. */
const expiredRuns = [
  oldRuns('finished_at', 'not exists (select from rows where rows.run = runs.id)'),
  oldRuns(
    'created_at',
    `state = 'quarantined' and exists (select from mails where mails.id = runs.mail and mails.state = 'quarantined')`,
  ),
].join(' union all ')

/** Runs that have ended or are in quarantine, with their rows, and then their mails. */
export const importRules = ({ IMPORT_RETENTION: keepMs }: RetentionContext['settings']): RetentionRule[] => [
  { table: 'rows', keepMs, expired: rowsOfOldRuns },
  { table: 'runs', keepMs, expired: expiredRuns },
  retentionRule('mails', { time: 'received_at', keepMs, condition: isUnneeded }),
]

/** Loops that remove expired objects and cells every hour. */
export const createImportSweepers = (context: Context): ClaimLoop[] => [
  ...objectSweeps(context).map((sweep) => createOrphanSweeper({ ...sweep, log: context.log })),
  claimLoop({
    name: 'sweeper of cells',
    pollMs: hourMs,
    log: context.log,
    run: async (signal) => {
      await emptyOldRuns(context, signal)
      return 0
    },
  }),
]
