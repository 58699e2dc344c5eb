import {
  type ClaimLoop,
  claimLoop,
  type Database,
  type Logger,
  type OutboxRow,
  outboxRows,
  prepared,
  storeInOutbox,
  withRequestId,
  withTrace,
} from '@guidebook/service-kit'
import type { Knex } from 'knex'

/** Guidebooks that are made known in one transaction. */
const batch = 200

interface Announced {
  account: string
  guidebook: string
  version: number
  requestId: string | null
  traceparent: string | null
}

/**
 * Takes the guidebooks whose first change is due, with all changes of theirs that are committed by now: one
 * announcement each. The version grows for what items changed; a change of the guidebook itself has raised it already.
 */
const takeDue = (trx: Knex.Transaction): Promise<Announced[]> =>
  prepared<Announced>(
    trx,
    'guidebook-changes/take',
    `WITH due AS (
       SELECT account, guidebook_id FROM guidebook_changes WHERE due_at <= now()
        GROUP BY account, guidebook_id ORDER BY min(due_at) LIMIT ${batch}),
     taken AS (
       DELETE FROM guidebook_changes c USING due d
        WHERE c.account = d.account AND c.guidebook_id = d.guidebook_id
        RETURNING c.account, c.guidebook_id, c.by_item, c.id, c.request_id, c.traceparent),
     noted AS (
       SELECT account, guidebook_id, bool_or(by_item) AS by_item,
         (array_agg(request_id ORDER BY id DESC))[1] AS request_id,
         (array_agg(traceparent ORDER BY id DESC))[1] AS traceparent
       FROM taken GROUP BY account, guidebook_id)
     UPDATE guidebooks g SET version = g.version + n.by_item::int FROM noted n
      WHERE g.account = n.account AND g.id = n.guidebook_id
      RETURNING g.account, g.id AS guidebook, g.version, n.request_id AS "requestId", n.traceparent`,
    [],
  )

/** The message carries on the request and the trace of the last change that it tells of. */
const messageOf = ({ account, guidebook, version, requestId, traceparent }: Announced): Promise<OutboxRow[]> =>
  withRequestId(requestId, () =>
    withTrace(traceparent, 'announce guidebook', async () =>
      outboxRows('guidebook.changed.v1', { account, guidebook, version }, { subject: guidebook }),
    ),
  )

/** Makes changes of guidebooks known once they have been collected for a while. One replica at a time does. */
export const createChangeAnnouncer = (options: { database: Database; log: Logger; delayMs: number }): ClaimLoop =>
  claimLoop({
    name: 'guidebook changes',
    pollMs: Math.min(1_000, Math.max(20, options.delayMs / 4)),
    log: options.log,
    run: () =>
      options.database.transaction(async (trx) => {
        const [lock] = await prepared<{ mine: boolean }>(
          trx,
          'guidebook-changes/lock',
          "SELECT pg_try_advisory_xact_lock(hashtext('guidebook changes'), hashtext(current_schema())) AS mine",
          [],
        )
        if (!lock?.mine) return 0
        const announced = await takeDue(trx)
        await storeInOutbox(trx, (await Promise.all(announced.map(messageOf))).flat())
        return announced.length
      }),
  })
