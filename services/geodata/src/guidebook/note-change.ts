import { currentRequestId, currentTraceparent, prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'

/** Notes that a guidebook was changed itself; changes of its items are noted where they are written. */
export async function noteGuidebookChange(
  trx: Knex.Transaction,
  { account, id }: { account: string; id: string },
  delayMs: number,
): Promise<void> {
  await prepared(
    trx,
    'guidebooks/note-change',
    `INSERT INTO guidebook_changes (account, guidebook_id, by_item, due_at, request_id, traceparent)
     VALUES (?, ?, false, now() + ?::integer * interval '1 millisecond', ?, ?)`,
    [account, id, delayMs, currentRequestId(), currentTraceparent()],
  )
}
