import type { Knex } from 'knex'
import type { Context } from '../context.ts'

const dayMs = 24 * 60 * 60 * 1_000
/** How long raw mails and the cells of failed rows are kept. */
const mailMs = 90 * dayMs
/** How long an extracted file is kept after its run. Younger files are never removed, because a file is stored before its row. */
const fileMs = dayMs

type RetentionContext = Pick<Context, 'database' | 'objects' | 'clock'>

/** Keys looked up with one statement. */
const batch = 500

/** Removes extracted files that no run needs, and raw mails and cells of failed rows after 90 days. Returns how many. */
export const removeExpired = async (context: RetentionContext, signal?: AbortSignal): Promise<number> => {
  const { knex } = context.database
  const now = context.clock.now().getTime()
  const [fileBefore, mailBefore] = [new Date(now - fileMs), new Date(now - mailMs)]
  const files = await sweep(
    context,
    'importer/files/',
    fileBefore,
    (keys) => neededFiles(knex, keys, fileBefore),
    signal,
  )
  const mails = await sweep(
    context,
    'importer/mails/',
    mailBefore,
    (keys) => neededMails(knex, keys, mailBefore),
    signal,
  )
  const runs = await emptyRuns(knex, mailBefore, signal)
  return files + mails + runs
}

/** Returns those of the keys that are still needed. */
type Needed = (keys: readonly string[]) => Promise<string[]>

const sweep = async (
  { objects }: RetentionContext,
  prefix: string,
  before: Date,
  needed: Needed,
  signal?: AbortSignal,
): Promise<number> => {
  let removed = 0
  const removeUnneeded = async (keys: readonly string[]) => {
    const kept = new Set(await needed(keys))
    for (const key of keys.filter((candidate) => !kept.has(candidate))) {
      await objects.remove(key)
      removed++
    }
  }
  let old: string[] = []
  for await (const { key, modified } of objects.list(prefix)) {
    if (signal?.aborted) return removed
    if (modified < before) old.push(key)
    if (old.length === batch) {
      await removeUnneeded(old)
      old = []
    }
  }
  if (old.length > 0) await removeUnneeded(old)
  return removed
}

/** Files of a mail in quarantine are not needed: they are extracted again when it is released. */
const neededFiles = async (knex: Knex, keys: readonly string[], before: Date): Promise<string[]> =>
  await knex('runs')
    .whereRaw('file_key = any(?)', [[...keys]])
    .where((run) => run.where('state', 'processing').orWhere('finished_at', '>=', before))
    .pluck('file_key')

const neededMails = async (knex: Knex, keys: readonly string[], before: Date): Promise<string[]> =>
  await knex('mails')
    .whereRaw('raw_key = any(?)', [[...keys]])
    .where((mail) => mail.whereIn('state', ['stored', 'processing']).orWhere('received_at', '>=', before))
    .pluck('raw_key')

const emptyRuns = async (knex: Knex, before: Date, signal?: AbortSignal): Promise<number> => {
  let emptied = 0
  while (!signal?.aborted) {
    const run = await knex('runs').where('finished_at', '<', before).where({ emptied: false }).first('id')
    if (run === undefined) break
    await knex('rows').where({ run: run.id }).whereNotNull('cells').update({ cells: null })
    await knex('runs').where({ id: run.id }).update({ emptied: true })
    emptied++
  }
  return emptied
}
