import { currentRequestId, currentTraceparent, prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'

/** The bindings of `noteChanged`. With a delay of null nothing is queued. */
export const noteBindings = (delayMs: number | null) => ({
  delayMs,
  requestId: currentRequestId(),
  traceparent: currentTraceparent(),
})

const due = `now() + d.delay * interval '1 millisecond', cast(:requestId as text), cast(:traceparent as text)`
const delay = `(select cast(:delayMs as integer) as delay) d`

/**
 * Common table expressions that queue an announcement of each item in the CTE `changed`, and of each guidebook that uses one. Generated
 * guidebooks are not queued: their releases are found by the items that they use.
 *
 * A row of the guidebook that is not due yet announces this change, too, so that rows do not pile up where thousands of guidebooks use an item.
 * It is locked until this change commits, because the announcer must not take it before; other changes can share the lock. A row that is due is
 * not waited for: changes that follow one another closely would keep it.
 */
export const noteChanged = `noted_items as (
    insert into item_changes (account, item_id, due_at, request_id, traceparent)
    select c.account, c.id, ${due} from ${delay}, changed c where d.delay is not null),
  users as (
    select distinct g.account, g.id from ${delay}, changed c
      join guidebook_members m on m.account = c.account and m.item_id = c.id
      join guidebooks g on g.account = m.account and g.id = m.guidebook_id and g.release_key is null
     where d.delay is not null),
  waiting as (
    select w.account, w.guidebook_id from users u
      join guidebook_changes w on w.account = u.account and w.guidebook_id = u.id and w.by_item and w.due_at > now()
      for key share of w skip locked),
  noted_guidebooks as (
    insert into guidebook_changes (account, guidebook_id, by_item, due_at, request_id, traceparent)
    select u.account, u.id, true, ${due} from ${delay}, users u
     where not exists (select from waiting w where w.account = u.account and w.guidebook_id = u.id))`

/**
 * Queues the announcement of a guidebook that was changed itself, not by one of its items. `asTemplate`: also to on-demand releases whose template it
 * is, which show its title and its cover.
 */
export async function noteGuidebookChange(
  trx: Knex.Transaction,
  { account, id }: { account: string; id: string },
  { delayMs, asTemplate }: { delayMs: number; asTemplate: boolean },
): Promise<void> {
  await prepared(
    trx,
    'guidebooks/note-change',
    `with noted as (
       insert into item_changes (account, item_id, due_at, request_id, traceparent)
       select :account, cast(:id as uuid), ${due} from ${delay} where cast(:asTemplate as boolean))
     insert into guidebook_changes (account, guidebook_id, by_item, due_at, request_id, traceparent)
     select :account, cast(:id as uuid), false, ${due} from ${delay}`,
    { account, id, asTemplate, ...noteBindings(delayMs) },
  )
}
