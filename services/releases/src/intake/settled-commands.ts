import type { MessageData } from '@guidebook/contracts'
import { prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { isChangedSince } from '../audit/queries.ts'
import type { SettledCommandRow } from '../generated/rows.ts'
import type { Release } from '../release/release.ts'

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

/**
 * Whether a later command about the same code has succeeded, or the release with the code was created or changed otherwise since this one was
 * sent: it waited too long, or support sent it again.
 */
export async function isOvertaken(db: Knex, sent: Sent, now: Date, release: Release | null = null): Promise<boolean> {
  if (now.getTime() - sent.requestedAt.getTime() < neverOvertakenFor) return false
  return (await hasLaterSuccess(db, sent)) || (release !== null && (await isChangedOtherwise(db, sent, release)))
}

async function hasLaterSuccess(db: Knex, { account, downloadCode, requestedAt }: Sent): Promise<boolean> {
  const { rows } = await db.raw(
    `select from settled_commands
      where account = :account and download_code = :downloadCode and requested_at > :requestedAt
        and outcome ->> 'status' <> 'failed'
      limit 1`,
    { account, downloadCode, requestedAt },
  )
  return rows.length > 0
}

/** Imports do not count: an earlier command may take effect after a later one was sent. */
async function isChangedOtherwise(db: Knex, sent: Sent, release: Release): Promise<boolean> {
  const { account, downloadCode, requestedAt } = sent
  if (await isChangedSince(db, release, requestedAt)) return true
  if (release.created_at.getTime() <= requestedAt.getTime()) return false
  const { rows } = await db.raw(
    `select from settled_commands
      where account = :account and download_code = :downloadCode
        and outcome ->> 'status' = 'created' and outcome ->> 'link' = :link
      limit 1`,
    { account, downloadCode, link: release.link },
  )
  return rows.length === 0
}
