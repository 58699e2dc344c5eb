import type { MessageData } from '@guidebook/contracts'
import { prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { SettledCommandRow } from '../generated/rows.ts'

/** What became of a command, as reported to the importer. */
export type Outcome = MessageData<'release.create-settled.v1'>

/** `requestedAt`: when the importer sent the command. */
export const settledCommand = (outcome: Outcome, requestedAt: Date, now: Date): SettledCommandRow => ({
  account: outcome.account,
  command_id: outcome.commandId,
  download_code: outcome.downloadCode,
  requested_at: requestedAt,
  outcome,
  settled_at: now,
})

/**
 * Of two transactions that settle the same command, the second waits here and then fails: its message is retried and finds the outcome.
 */
export async function saveOutcome(trx: Knex.Transaction, row: SettledCommandRow): Promise<void> {
  await trx('settled_commands').insert({ ...row, outcome: JSON.stringify(row.outcome) })
}

export async function findOutcome(db: Knex, account: string, commandId: string): Promise<Outcome | null> {
  const [row] = await prepared<{ outcome: Outcome }>(
    db,
    'releases/settled-command',
    'select outcome from settled_commands where account = :account and command_id = :commandId',
    { account, commandId },
  )
  return row?.outcome ?? null
}

/** Milliseconds. The importer sends a code again only after the outcome, or after 15 minutes without one. */
const neverOvertakenFor = 5 * 60_000

interface Sent {
  account: string
  downloadCode: number
  requestedAt: Date
}

/** Whether a command about the same code that was sent later has succeeded: this one waited too long, or support sent it again. */
export async function isOvertaken(db: Knex, { account, downloadCode, requestedAt }: Sent, now: Date): Promise<boolean> {
  if (now.getTime() - requestedAt.getTime() < neverOvertakenFor) return false
  const { rows } = await db.raw(
    `select from settled_commands
      where account = :account and download_code = :downloadCode and requested_at > :requestedAt
        and outcome ->> 'status' <> 'failed'
      limit 1`,
    { account, downloadCode, requestedAt },
  )
  return rows.length > 0
}
