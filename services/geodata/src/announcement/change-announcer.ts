import {
  type ClaimLoop,
  claimLoop,
  type Database,
  type Logger,
  outboxRows,
  prepared,
  storeInOutbox,
  withRequestId,
  withTrace,
} from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { GuidebookChangeRow, GuidebookRow } from '../generated/rows.ts'
import { takeChangedContent } from './changed-content.ts'

/** Guidebooks that are announced in one transaction. */
const batch = 200

type ChangedGuidebook = Pick<GuidebookRow, 'account' | 'id' | 'version'> &
  Pick<GuidebookChangeRow, 'request_id' | 'traceparent'>

/**
 * Deletes all committed changes of the guidebooks whose first change is due, and returns these guidebooks. A change of an item raises the
 * version; a change of the guidebook itself has raised it already. What another transaction has locked, a guidebook or a change, stays due, so
 * that the others do not wait for it.
 */
const takeDue = (trx: Knex.Transaction): Promise<ChangedGuidebook[]> =>
  prepared(
    trx,
    'guidebook-changes/take',
    `with due as (
       select g.account, g.id
         from (select account, guidebook_id, min(due_at) as due_at from guidebook_changes where due_at <= now()
                group by account, guidebook_id) c
         join guidebooks g on g.account = c.account and g.id = c.guidebook_id
        order by c.due_at limit ${batch} for no key update of g skip locked),
     free as (
       select c.account, c.id from due d join guidebook_changes c on c.account = d.account and c.guidebook_id = d.id
        for update of c skip locked),
     taken as (
       delete from guidebook_changes c using free f
        where c.account = f.account and c.id = f.id
        returning c.account, c.guidebook_id, c.by_item, c.id, c.request_id, c.traceparent),
     noted as (
       select account, guidebook_id, bool_or(by_item) as by_item,
         (array_agg(request_id order by id desc))[1] as request_id,
         (array_agg(traceparent order by id desc))[1] as traceparent
       from taken group by account, guidebook_id)
     update guidebooks g set version = g.version + cast(n.by_item as integer) from noted n
      where g.account = n.account and g.id = n.guidebook_id
      returning g.account, g.id, g.version, n.request_id, n.traceparent`,
    {},
  )

/** The message continues the request and the trace of the last change that has its own row. */
const messageOf = ({ account, id, version, request_id, traceparent }: ChangedGuidebook) =>
  withRequestId(request_id, () =>
    withTrace(traceparent, 'announce guidebook', async () =>
      outboxRows('guidebook.changed.v1', { account, guidebook: id, version }, { subject: id }),
    ),
  )

/**
 * Announces changes of guidebooks and items once they have been collected for a while. One replica at a time does, so that the numbers of
 * announcements have the order in which they were committed.
 */
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
          "select pg_try_advisory_xact_lock(hashtext('guidebook changes'), hashtext(current_schema())) as mine",
          {},
        )
        if (!lock?.mine) return 0
        const guidebooks = (await Promise.all((await takeDue(trx)).map(messageOf))).flat()
        const content = await takeChangedContent(trx)
        await storeInOutbox(trx, [...guidebooks, ...content])
        return guidebooks.length + content.length
      }),
  })
