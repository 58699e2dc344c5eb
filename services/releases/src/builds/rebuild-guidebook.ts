import { type MessageHandler, prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { Context } from '../context.ts'
import { selectRow } from '../release/queries.ts'
import type { ReleaseRow } from '../release/release.ts'
import { isLive, pageSize, rebuildPages } from './rebuild-pages.ts'

/**
 * Requests builds of the live plain and customized releases of a changed guidebook. A release that was handled stores the guidebook's version,
 * so a duplicate or late message changes nothing.
 */
export const rebuildGuidebook =
  (context: Context): MessageHandler<'guidebook.changed.v1'> =>
  async ({ data: { account, guidebook, version } }, { signal }) => {
    await rebuildPages(context, { account, signal, reason: 'The guidebook has changed' }, (trx, { now, today }) =>
      takePage(trx, { account, guidebook, version, today, now }),
    )
  }

const takePage = (
  trx: Knex.Transaction,
  change: { account: string; guidebook: string; version: number; today: string; now: Date },
) =>
  prepared<ReleaseRow>(
    trx,
    'releases/rebuild-guidebook',
    `update releases r
        set generation = r.generation + 1, revision = r.revision + 1, build_requested_at = :now, source_version = :version
       from (select id from releases r
              where account = :account and source_guidebook = :guidebook and kind in ('plain', 'customized')
                and source_version < :version and ${isLive}
              order by id limit ${pageSize} for update) page
      where r.account = :account and r.id = page.id returning ${selectRow}`,
    change,
  )
