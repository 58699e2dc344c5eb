import type { Database } from '@guidebook/service-kit'
import type { Knex } from 'knex'

/**
 * Runs the work only while this process holds the mailbox's lock in PostgreSQL: one poller per mailbox, however many
 * replicas. The lock is the transaction's, so it ends with the connection, and another replica takes over at once when
 * this process dies. `false` when another holds it. `stillHeld` throws when the connection, and so the lock, is lost.
 */
export const asSolePoller = (
  database: Database,
  mailbox: string,
  work: (stillHeld: () => Promise<void>) => Promise<void>,
): Promise<boolean> =>
  database.transaction(async (trx) => {
    // The transaction lasts as long as the mailbox is watched and touches nothing.
    await trx.raw('set local idle_in_transaction_session_timeout = 0')
    if (!(await tryLock(trx, mailbox))) return false
    await work(async () => {
      await trx.raw('select 1')
    })
    return true
  })

const tryLock = async (trx: Knex.Transaction, mailbox: string): Promise<boolean> => {
  const { rows } = await trx.raw(
    `select pg_try_advisory_xact_lock(hashtext('importer mailbox'), hashtext(?)) as held`,
    [mailbox],
  )
  return rows[0].held
}
