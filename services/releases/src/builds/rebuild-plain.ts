import { currentRequestId, type MessageHandler, prepared, storeInOutbox } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { addAuditRows, auditRows } from '../audit/queries.ts'
import type { Context } from '../context.ts'
import { dayAt } from '../release/calendar.ts'
import { type Release, selectRelease } from '../release/release.ts'
import { buildRequest } from './request-build.ts'

/** Releases in one transaction: enough to be quick, few enough to hold nobody up. */
const pageSize = 500

/**
 * A guidebook has changed: its plain releases that are live want new documents. Page by page; a page that was done knows the
 * guidebook's version, so that a message that comes again, or too late, finds nothing left to do.
 */
export const rebuildPlain =
  ({
    accounts,
    clock,
    database,
  }: Pick<Context, 'accounts' | 'clock' | 'database'>): MessageHandler<'guidebook.changed.v1'> =>
  async ({ data: { account, guidebook, version } }, { signal }) => {
    const owner = await accounts.find(account)
    if (owner === null) return
    const today = dayAt(clock.now(), owner.timeZone)
    const nextPage = () =>
      database.transaction(async (trx) => {
        const now = clock.now()
        const releases = await wantNextGeneration(trx, { account, guidebook, version, today, now })
        await storeInOutbox(trx, releases.flatMap(buildRequest))
        await addAuditRows(
          trx,
          releases.flatMap((release) => auditRows(release, now, [noteOf(release)])),
        )
        return releases.length
      })
    while ((await nextPage()) === pageSize) signal.throwIfAborted()
  }

const noteOf = ({ generation }: Release) => ({
  actor: 'geodata',
  action: 'content.changed',
  severity: 'info' as const,
  message: `The guidebook has changed; build ${generation} was asked for.`,
  requestId: currentRequestId(),
})

const wantNextGeneration = (
  trx: Knex.Transaction,
  change: { account: string; guidebook: string; version: number; today: string; now: Date },
) =>
  prepared<Release>(
    trx,
    'releases/rebuild-plain',
    `UPDATE releases r SET generation = r.generation + 1, revision = r.revision + 1, build_requested_at = ?, source_version = ?
       FROM (SELECT id FROM releases
              WHERE account = ? AND source_guidebook = ? AND kind = 'plain' AND revoked_at IS NULL
                AND source_version < ? AND end_date >= ?
              ORDER BY id LIMIT ${pageSize} FOR UPDATE) page
      WHERE r.account = ? AND r.id = page.id RETURNING ${selectRelease}`,
    [change.now, change.version, change.account, change.guidebook, change.version, change.today, change.account],
  )
