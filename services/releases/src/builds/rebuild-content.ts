import { isUuid, type MessageHandler, prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { Context } from '../context.ts'
import { selectRow } from '../release/queries.ts'
import type { ReleaseRow } from '../release/release.ts'
import { isLive, pageSize, rebuildPages } from './rebuild-pages.ts'

/**
 * Requests builds of the live customized and on-demand releases that name a changed item, or that have a changed guidebook as their template.
 * A release stores the number of the announcement. A duplicate changes nothing, and neither does an earlier announcement that comes late: the
 * build that was requested for the later one reads everything that was changed before.
 */
export const rebuildContent =
  (context: Context): MessageHandler<'content.changed.v1'> =>
  async ({ data: { account, version, ids } }, { signal }) => {
    const items = ids.filter(isUuid)
    await rebuildPages(
      context,
      { account, signal, reason: 'Content of the release has changed' },
      (trx, { now, today }) => takePage(trx, { account, items, version, today, now }),
    )
  }

const takePage = (
  trx: Knex.Transaction,
  change: { account: string; items: readonly string[]; version: number; today: string; now: Date },
) =>
  prepared<ReleaseRow>(
    trx,
    'releases/rebuild-content',
    `with page as (
       select r.account, r.id from used_items u join releases r on r.account = u.account and r.id = u.release_id
        where u.account = :account and u.item_ids && cast(:items as uuid[]) and u.seen_version < :version and ${isLive}
        order by r.id limit ${pageSize} for update of r),
     seen as (
       update used_items u set seen_version = greatest(seen_version, cast(:version as bigint)) from page
        where u.account = page.account and u.release_id = page.id)
     update releases r set generation = r.generation + 1, revision = r.revision + 1, build_requested_at = :now
       from page where r.account = page.account and r.id = page.id returning ${selectRow}`,
    change,
  )
