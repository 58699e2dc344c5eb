import { type ClaimLoop, claimLoop } from '@guidebook/service-kit'
import type { Context } from '../context.ts'

const hourMs = 60 * 60 * 1_000
/** How long an extracted file is kept after its run. Younger files are never removed, because a file is stored before its row. */
const fileMs = 24 * hourMs
/** How long raw mails and the cells of failed rows are kept. */
const mailMs = 90 * fileMs
/** Keys looked up with one statement. */
const batch = 500

/** Removes expired data every hour. */
export const createImportSweeper = (context: Context): ClaimLoop =>
  claimLoop({
    name: 'import sweeper',
    pollMs: hourMs,
    log: context.log,
    run: async (signal) => {
      await removeExpired(context, signal)
      return 0
    },
  })

type RetentionContext = Pick<Context, 'database' | 'objects' | 'clock'>

/** Removes extracted files that no run needs, and raw mails and cells of failed rows after 90 days. Returns how many. */
export const removeExpired = async (context: RetentionContext, signal?: AbortSignal): Promise<number> => {
  const { knex } = context.database
  const now = context.clock.now().getTime()
  const [fileBefore, mailBefore] = [new Date(now - fileMs), new Date(now - mailMs)]
  // Files of a mail in quarantine are not needed: they are extracted again when it is released.
  const files = await sweep(context, 'importer/files/', fileBefore, signal, (keys) =>
    knex('runs')
      .whereIn('file_key', keys)
      .where((run) => run.where('state', 'processing').orWhere('finished_at', '>=', fileBefore))
      .pluck('file_key'),
  )
  const mails = await sweep(context, 'importer/mails/', mailBefore, signal, (keys) =>
    knex('mails')
      .whereIn('raw_key', keys)
      .where((mail) => mail.whereIn('state', ['stored', 'processing']).orWhere('received_at', '>=', mailBefore))
      .pluck('raw_key'),
  )
  let emptied = 0
  while (!signal?.aborted) {
    const run = await knex('runs').where('finished_at', '<', mailBefore).where({ emptied: false }).first('id')
    if (run === undefined) break
    await knex('rows').where({ run: run.id }).whereNotNull('cells').update({ cells: null })
    await knex('runs').where({ id: run.id }).update({ emptied: true })
    emptied++
  }
  return files + mails + emptied
}

/** Removes the old objects with the prefix, except those of the keys that `needed` returns. */
const sweep = async (
  { objects }: RetentionContext,
  prefix: string,
  before: Date,
  signal: AbortSignal | undefined,
  needed: (keys: string[]) => PromiseLike<string[]>,
): Promise<number> => {
  let removed = 0
  const removeUnneeded = async (keys: string[]) => {
    const kept = new Set(await needed(keys))
    for (const key of keys.filter((candidate) => !kept.has(candidate))) {
      await objects.remove(key)
      removed++
    }
  }
  const old: string[] = []
  for await (const { key, modified } of objects.list(prefix)) {
    if (signal?.aborted) return removed
    if (modified < before) old.push(key)
    if (old.length === batch) await removeUnneeded(old.splice(0))
  }
  await removeUnneeded(old)
  return removed
}
