import { type ClaimLoop, claimLoop } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { withWaiting } from './claim.ts'
import { pageRows } from './queries.ts'

/**
 * Fails the pending deliveries of endpoints that are disabled or were removed, page by page. They stay visible and can be recovered. There may be
 * many, and a share or a replay can make one more while its endpoint is being disabled.
 */
export const createFailPendingLoop = (context: Context): ClaimLoop =>
  claimLoop({
    name: 'deliveries of disabled endpoints',
    pollMs: 1_000,
    log: context.log,
    run: async () => {
      const { rows } = await context.database.knex.raw(accountsWithoutEnabledEndpoint)
      let failed = 0
      for (const { account } of rows) {
        failed += await failPendingPage(context, account)
      }
      return failed
    },
  })

const accountsWithoutEnabledEndpoint = `${withWaiting}
select w.account from waiting w left join endpoints e on e.account = w.account
where w.account is not null and e.enabled is not true`

// The endpoint is locked, so that support does not enable it in between: these deliveries would not be recovered. Deliveries whose attempts are being
// recorded are left to the next run.
const failPending = `
with endpoint as (
  select enabled from endpoints where account = :account for key share
), page as (
  select id from deliveries
  where account = :account and state = 'pending' and not exists (select from endpoint where enabled)
  limit ${pageRows} for no key update skip locked
)
update deliveries d set state = 'failed', next_attempt_at = null, leased_until = null, lease = null, settled_at = :now
from page where d.id = page.id`

/** Fails a page of the account's pending deliveries, unless its endpoint is enabled. Returns their number. */
export async function failPendingPage({ database, clock, countSettled }: Context, account: string): Promise<number> {
  const { rowCount } = await database.knex.raw(failPending, { account, now: clock.now() })
  countSettled('failed', rowCount)
  return rowCount
}
