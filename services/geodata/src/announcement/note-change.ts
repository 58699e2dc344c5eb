import { currentRequestId, currentTraceparent, prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'

/** The bindings of `noteUses`. A delay of null notes nothing. */
export const noteBindings = (delayMs: number | null) => ({
  delayMs,
  requestId: currentRequestId(),
  traceparent: currentTraceparent(),
})

/**
 * Notes, for each guidebook that uses an item of the query `changed`, that it changed. Generated guidebooks are not noted: their
 * releases are built from requests.
 */
export const noteUses = `insert into guidebook_changes (account, guidebook_id, by_item, due_at, request_id, traceparent)
  select distinct g.account, g.id, true, now() + d.delay * interval '1 millisecond', cast(:requestId as text),
      cast(:traceparent as text)
    from (select cast(:delayMs as integer) as delay) d, changed c
    join guidebook_members m on m.account = c.account and m.item_id = c.id
    join guidebooks g on g.account = m.account and g.id = m.guidebook_id and g.release_key is null
    where d.delay is not null`

/** Notes that a guidebook was changed itself. */
export async function noteGuidebookChange(
  trx: Knex.Transaction,
  { account, id }: { account: string; id: string },
  delayMs: number,
): Promise<void> {
  await prepared(
    trx,
    'guidebooks/note-change',
    `insert into guidebook_changes (account, guidebook_id, by_item, due_at, request_id, traceparent)
     values (:account, :id, false, now() + cast(:delayMs as integer) * interval '1 millisecond', :requestId, :traceparent)`,
    { account, id, ...noteBindings(delayMs) },
  )
}
