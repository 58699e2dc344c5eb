import { dailyLimitReached, days } from '@guidebook/service-kit'
import type { Knex } from 'knex'

/** Pings of an account in 24 hours. They are stored as long as other deliveries, so this bounds the rows that an account can create at will. */
const mostPingsPerDay = 200

/** Throws 429 when the account sent as many pings as allowed. Concurrent pings wait for the transaction, so that each counts the others. */
export async function requirePingsLeft(trx: Knex.Transaction, account: string, now: Date): Promise<void> {
  await trx.raw(`select pg_advisory_xact_lock(hashtext('pings'), hashtext(:account))`, { account })
  const { rows } = await trx.raw(
    `select count(*)::integer as count, min(created_at) as first from deliveries
     where account = :account and kind = 'ping' and created_at > :since`,
    { account, since: new Date(now.getTime() - days(1)) },
  )
  const [{ count, first }] = rows
  if (count < mostPingsPerDay) return
  const detail = `The account sent ${mostPingsPerDay} pings in 24 hours. Wait, or replay one of them: the receiver gets the same request.`
  throw dailyLimitReached(detail, first, now)
}
