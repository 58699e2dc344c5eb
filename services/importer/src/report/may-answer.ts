import type { Knex } from 'knex'
import type { MailRow } from '../mail/queries.ts'
import type { RunRow } from '../run/queries.ts'

/** Mails without a row that one address is answered within an hour. More is no person who tries again, but a machine that does not say so. */
const mostRefusals = 10
const withinMs = 3_600_000

/**
 * Whether the sender is told what became of the mail: never a machine (RFC 3834), and not without end that nothing could be read.
 * What was read of a mail is always answered.
 */
export const mayAnswer = async (
  trx: Knex.Transaction,
  mail: Pick<MailRow, 'automatic' | 'sender'>,
  runs: readonly Pick<RunRow, 'recorded_row'>[],
  now: Date,
): Promise<boolean> => {
  if (mail.automatic || mail.sender === null) return false
  if (runs.some((run) => run.recorded_row > 0)) return true
  const { rows } = await trx.raw(
    `select count(*)::integer as count from mails where sender = :sender and state = 'failed' and finished_at > :since`,
    { sender: mail.sender, since: new Date(now.getTime() - withinMs) },
  )
  return rows[0].count < mostRefusals
}
