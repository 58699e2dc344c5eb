import { type Clock, claimLoop, type Database, type Logger } from '@guidebook/service-kit'
import { type KeyHolder, touchKeys } from './queries.ts'

/** A use is recorded at most once in this time, milliseconds. */
const touchEvery = 60 * 60_000
/** Uses are written together, outside of requests. A process that dies loses those of this time, milliseconds. */
const writeEvery = 1_000

/** Records when keys were last used. */
export function createKeyUses({ knex }: Database, clock: Clock, log: Logger) {
  const waiting = new Set<string>()
  const hourAgo = () => new Date(clock.now().getTime() - touchEvery)

  async function write(): Promise<void> {
    const ids = [...waiting]
    if (ids.length === 0) return
    await touchKeys(knex, ids, { now: clock.now(), since: hourAgo() })
    for (const id of ids) waiting.delete(id)
  }

  const writer = claimLoop({
    name: 'uses of keys',
    pollMs: writeEvery,
    log,
    async run() {
      await write()
      return 0
    },
  })

  return {
    /** Notes the use of keys that were looked up for requests. Returns them. */
    note(holders: readonly (KeyHolder | null)[]): readonly (KeyHolder | null)[] {
      const since = hourAgo()
      for (const one of holders) {
        if (one !== null && (one.last_used_at === null || one.last_used_at < since)) waiting.add(one.id)
      }
      return holders
    },
    component: {
      name: writer.name,
      start: writer.start,
      // It is not retired: requests go on until the servers have stopped.
      async stop() {
        await writer.stop()
        await write()
      },
    },
  }
}
