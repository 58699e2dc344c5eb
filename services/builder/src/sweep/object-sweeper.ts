import { type ClaimLoop, claimLoop, type Database, type Logger, type ObjectStore } from '@guidebook/service-kit'
import { sweepQueries } from './sweep-queries.ts'

/** How long an object stays that nothing refers to: a build writes its files before it names them. */
const graceHours = 24
const hourMs = 60 * 60 * 1_000
/** Keys that are looked up with one question. */
const batch = 500

export interface Sweep {
  database: Pick<Database, 'knex'>
  store: ObjectStore
  now(): Date
}

/** Clears up behind the builds, one hour after another. */
export const objectSweeper = ({ log, ...sweep }: Sweep & { log: Logger }): ClaimLoop =>
  claimLoop({
    name: 'object sweeper',
    pollMs: hourMs,
    log,
    run: async (signal) => {
      const removed = await sweepObjects(sweep, signal)
      if (removed > 0) log.info({ removed }, 'objects that nothing refers to were removed')
      return 0
    },
  })

/** Removes what neither a release shows nor a later build may want. Answers how many. The account is the second part of a key. */
export async function sweepObjects({ database, store, now }: Sweep, signal?: AbortSignal): Promise<number> {
  const queries = sweepQueries(database.knex)
  await queries.forget(graceHours)
  const before = now().getTime() - graceHours * hourMs
  const isOld = async (key: string) => {
    for await (const object of store.list(key)) if (object.key === key) return object.modified.getTime() < before
    return false
  }
  let removed = 0
  const sweep = async (account: string, keys: readonly string[]) => {
    for (const key of await queries.unused(account, keys)) {
      // Looked at once more: a build may just have written the same bytes again.
      if (signal?.aborted || !(await isOld(key))) continue
      await store.remove(key)
      removed++
    }
  }
  const waiting = new Map<string, string[]>()
  for await (const { key, modified } of store.list('builder/')) {
    if (signal?.aborted) return removed
    if (modified.getTime() >= before) continue
    const account = key.split('/')[1] ?? ''
    const keys = waiting.get(account) ?? []
    waiting.set(account, keys)
    keys.push(key)
    if (keys.length < batch) continue
    waiting.delete(account)
    await sweep(account, keys)
  }
  for (const [account, keys] of waiting) await sweep(account, keys)
  return removed
}
