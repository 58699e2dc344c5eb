import type { Mail } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { MailRow, RunRow } from '../generated/rows.ts'

/** Answers to unreadable mails of one address within an hour; more of them come from an undeclared program. */
const mostRefusals = 10
const withinMs = 3_600_000

export type Recipient = Required<Pick<Mail, 'to' | 'autoSubmitted'>>

/**
 * The recipient of the report, or `null`. A person gets an answer, with a limit for unreadable mails. An automatic mail is never answered (RFC 3834):
 * its report goes to the account's own address.
 */
export const recipientOf = async (
  trx: Knex.Transaction,
  { automatic, sender }: Pick<MailRow, 'automatic' | 'sender'>,
  runs: readonly Pick<RunRow, 'recorded_row' | 'file_key'>[],
  accountAddress: string | null,
  now: Date,
): Promise<Recipient | null> => {
  if (sender === null) return null
  if (automatic) {
    const hasFile = runs.some((run) => run.file_key !== null)
    const isSame = accountAddress?.toLowerCase() === sender
    return hasFile && accountAddress !== null && !isSame
      ? { to: accountAddress, autoSubmitted: 'auto-generated' }
      : null
  }
  const isRead = runs.some((run) => run.recorded_row > 0)
  const isAnswered = isRead || (await refusalsTo(trx, sender, now)) < mostRefusals
  return isAnswered ? { to: sender, autoSubmitted: 'auto-replied' } : null
}

const refusalsTo = async (trx: Knex.Transaction, sender: string, now: Date): Promise<number> => {
  const { rows } = await trx.raw(
    `select count(*)::integer as count from mails where sender = :sender and state = 'failed' and finished_at > :since`,
    { sender, since: new Date(now.getTime() - withinMs) },
  )
  return rows[0].count
}
