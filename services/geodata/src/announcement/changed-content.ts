import { type OutboxRow, outboxRows, prepared, withRequestId, withTrace } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { ItemChangeRow } from '../generated/rows.ts'

/** Changed items that are announced in one transaction. */
const batch = 2_000

/** IDs in one message: far below its largest size. */
const perMessage = 500

interface ChangedItems extends Pick<ItemChangeRow, 'account' | 'request_id' | 'traceparent'> {
  ids: string[]
  version: number
}

/** Deletes all committed changes of the items whose first change is due, and returns these items by account. */
const takeDue = (trx: Knex.Transaction): Promise<ChangedItems[]> =>
  prepared(
    trx,
    'item-changes/take',
    `with due as (
       select account, item_id from item_changes where due_at <= now()
        group by account, item_id order by min(due_at) limit ${batch}),
     taken as (
       delete from item_changes c using due d where c.account = d.account and c.item_id = d.item_id
        returning c.account, c.item_id, c.id, c.request_id, c.traceparent)
     select account, array_agg(distinct item_id) as ids, nextval('content_announcements') as version,
         (array_agg(request_id order by id desc))[1] as request_id,
         (array_agg(traceparent order by id desc))[1] as traceparent
       from taken group by account`,
    {},
  )

/** The messages continue the request and the trace of the last change. */
const messagesOf = ({ account, ids, version, request_id, traceparent }: ChangedItems): Promise<OutboxRow[]> =>
  withRequestId(request_id, () =>
    withTrace(traceparent, 'announce content', async () => {
      const parts = Array.from({ length: Math.ceil(ids.length / perMessage) }, (_, i) =>
        ids.slice(i * perMessage, (i + 1) * perMessage),
      )
      return parts.flatMap((part) =>
        outboxRows('content.changed.v1', { account, version, ids: part }, { subject: account }),
      )
    }),
  )

/** The messages about all items whose change is due. */
export const takeChangedContent = async (trx: Knex.Transaction): Promise<OutboxRow[]> =>
  (await Promise.all((await takeDue(trx)).map(messagesOf))).flat()
