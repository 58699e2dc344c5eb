import { dayAt } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { addAudit, auditRow } from '../audit/queries.ts'
import type { Context } from '../context.ts'
import type { ReleaseRow } from '../release/release.ts'
import { requestBuilds } from '../release/request-builds.ts'

/** Releases in one transaction: enough to be fast, few enough not to block others. */
export const pageSize = 500

/** Pages that are handled at once, each with a database connection. An account leaves as many to the others. */
export const rebuildShares = { capacity: 4, perOwner: 2 }

/** Changed content is shown until the trip is over. A disabled release is built when it is enabled again. */
export const isLive = 'r.revoked_at is null and not r.disabled and r.end_date >= :today'

/** Raises the generation of at most `pageSize` releases of an account, and returns them. */
type TakePage = (trx: Knex.Transaction, at: { now: Date; today: string }) => Promise<ReleaseRow[]>

/** Requests builds of all releases that `takePage` finds, because their content has changed. Accounts take turns after each page. */
export async function rebuildPages(
  { accounts, clock, database, rebuilds }: Context,
  { account, signal, reason }: { account: string; signal: AbortSignal; reason: string },
  takePage: TakePage,
): Promise<void> {
  const owner = await accounts.find(account)
  if (owner === null) return
  const today = dayAt(clock.now(), owner.timeZone)
  const nextPage = () =>
    database.transaction(async (trx) => {
      const now = clock.now()
      const releases = await takePage(trx, { now, today })
      await requestBuilds(trx, releases)
      await addAudit(
        trx,
        releases.map((release) => {
          const message = `${reason}; build ${release.generation} was asked for.`
          return auditRow(release, now, { actor: 'geodata', action: 'content.changed', message })
        }),
      )
      return releases.length
    })
  while ((await rebuilds.run(account, nextPage, { signal })) === pageSize) signal.throwIfAborted()
}
