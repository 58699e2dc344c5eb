import { type MessageHandler, prepared, storeInOutbox } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { addAudit, auditRow } from '../audit/queries.ts'
import type { Context } from '../context.ts'
import { dayAt } from '../release/calendar.ts'
import { selectRow } from '../release/queries.ts'
import { buildRequest, type ReleaseRow } from '../release/release.ts'

/** Releases in one transaction: enough to be fast, few enough not to block others. */
const pageSize = 500

/**
 * Requests builds of the live plain releases of a changed guidebook, page by page. A release that was handled stores the guidebook's version,
 * so a duplicate or late message changes nothing.
 */
export const rebuildPlain =
  ({ accounts, clock, database }: Context): MessageHandler<'guidebook.changed.v1'> =>
  async ({ data: { account, guidebook, version } }, { signal }) => {
    const owner = await accounts.find(account)
    if (owner === null) return
    const today = dayAt(clock.now(), owner.timeZone)
    const nextPage = () =>
      database.transaction(async (trx) => {
        const now = clock.now()
        const releases = await takePage(trx, { account, guidebook, version, today, now })
        await storeInOutbox(trx, releases.flatMap(buildRequest))
        await addAudit(
          trx,
          releases.map((release) => {
            const message = `The guidebook has changed; build ${release.generation} was asked for.`
            return auditRow(release, now, { actor: 'geodata', action: 'content.changed', message })
          }),
        )
        return releases.length
      })
    while ((await nextPage()) === pageSize) signal.throwIfAborted()
  }

const takePage = (
  trx: Knex.Transaction,
  change: { account: string; guidebook: string; version: number; today: string; now: Date },
) =>
  prepared<ReleaseRow>(
    trx,
    'releases/rebuild-plain',
    `update releases r
        set generation = r.generation + 1, revision = r.revision + 1, build_requested_at = :now, source_version = :version
       from (select id from releases
              where account = :account and source_guidebook = :guidebook and kind = 'plain' and revoked_at is null
                and source_version < :version and end_date >= :today
              order by id limit ${pageSize} for update) page
      where r.account = :account and r.id = page.id returning ${selectRow}`,
    change,
  )
