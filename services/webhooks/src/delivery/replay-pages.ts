import { type Database, ServiceError } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { createDeliveryQueries, type ReplayedPage } from './queries.ts'

type Queries = ReturnType<typeof createDeliveryQueries>

/**
 * Makes many deliveries due, page by page, and returns the number of each page. Each page has a separate transaction: until it ends, its rows are in
 * the index of pending deliveries but visible to nobody, and every claim, for all accounts, passes over them.
 */
export async function* replayPages(
  database: Database,
  replay: (queries: Queries, after: string | null) => Promise<ReplayedPage>,
): AsyncGenerator<number> {
  let after: string | null = null
  do {
    const page: ReplayedPage = await database.transaction(async (trx) => {
      // Shorter than the caller's own transaction may be idle.
      await trx.raw("set local statement_timeout = '15s'")
      return await replay(createDeliveryQueries(trx), after)
    })
    yield page.count
    after = page.next
  } while (after !== null)
}

/** Throws 409 while another replay of the account runs: each has two connections until its end, so an account could occupy all of them. */
export async function requireOnlyReplay(trx: Knex.Transaction, account: string): Promise<void> {
  const tryLock = `select pg_try_advisory_xact_lock(hashtext('replays'), hashtext(:account)) as mine`
  const { rows } = await trx.raw(tryLock, { account })
  if (rows[0].mine) return
  const detail = 'Another replay of the account is still running. Repeat the request when it has ended.'
  throw new ServiceError('request-in-progress', { detail, headers: { 'Retry-After': '1' } })
}
