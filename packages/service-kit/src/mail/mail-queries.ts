import type { Knex } from 'knex'
import { prepared } from '../database/prepared.ts'
import { countLimit } from '../telemetry/index.ts'
import { isUuid } from '../uuid.ts'
import type { StoredMail } from './mail.ts'

export interface WaitingMail {
  id: string
  content: StoredMail
  /** Failed attempts. */
  attempts: number
  /** Until when it is claimed, as PostgreSQL writes it. */
  claim: string
}

/**
 * Claims the mail that has been due longest, urgent ones first. It is deferred while it is being sent, so that no other mailer claims it, and
 * becomes due again when this one dies.
 */
export async function claimMail(
  knex: Knex,
  { leaseMs, urgentOnly }: { leaseMs: number; urgentOnly: boolean },
): Promise<WaitingMail | undefined> {
  const [row] = await prepared<WaitingMail>(
    knex,
    'kit/mail-claim',
    `UPDATE outgoing_mails SET next_attempt_at = now() + ? * interval '1 millisecond'
      WHERE id = coalesce(
        (SELECT id FROM outgoing_mails WHERE state = 'waiting' AND urgent AND next_attempt_at <= now()
          ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED),
        (SELECT id FROM outgoing_mails WHERE NOT ? AND state = 'waiting' AND next_attempt_at <= now()
          ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED))
      RETURNING id, content, attempts, next_attempt_at::text AS claim`,
    [leaseMs, urgentOnly],
  )
  return row
}

/** Extends the claim of a mail that is still being sent. Returns the new claim, or undefined when the mail was deferred or settled. */
export async function renewClaim(knex: Knex, id: string, claim: string, leaseMs: number): Promise<string | undefined> {
  const [row] = await knex('outgoing_mails')
    .where({ id, state: 'waiting' })
    .whereRaw('next_attempt_at = cast(? as timestamptz)', [claim])
    .update({ next_attempt_at: knex.raw("now() + ? * interval '1 millisecond'", [leaseMs]) })
    .returning(knex.raw('next_attempt_at::text as claim'))
  return row?.claim
}

/** How many mails wait, at most `countLimit`, and the age of the oldest of those, seconds. */
export async function waitingMails(knex: Knex): Promise<{ count: number; ageSeconds: number }> {
  const [row] = await prepared<{ count: number; ageSeconds: number }>(
    knex,
    'kit/mails-waiting',
    `SELECT count(*)::int AS count,
       greatest(0, coalesce(extract(epoch FROM now() - min(created_at)), 0))::float AS "ageSeconds"
     FROM (SELECT created_at FROM outgoing_mails WHERE state = 'waiting' ORDER BY next_attempt_at LIMIT ${countLimit}) AS counted`,
    [],
  )
  return row ?? { count: 0, ageSeconds: 0 }
}

/** The content is removed: it may be personal, and the recipient has it now. */
export const markSent = async (knex: Knex, id: string): Promise<void> => {
  const content = knex.raw("content - 'text' - 'html' - 'attachments'")
  await settleAttempt(knex, id, { state: 'sent', settled_at: knex.fn.now(), last_error: null, content })
}

export const markFailed = (knex: Knex, id: string, reason: string): Promise<void> =>
  settleAttempt(knex, id, { state: 'failed', settled_at: knex.fn.now(), last_error: reason })

/** `counted`: whether this counts as an attempt; it does not while the mail server is unavailable. */
export const deferMail = (knex: Knex, id: string, delayMs: number, reason: string, counted: boolean): Promise<void> => {
  const next = knex.raw("now() + ? * interval '1 millisecond'", [delayMs])
  return settleAttempt(knex, id, { next_attempt_at: next, last_error: reason }, counted ? 1 : 0)
}

async function settleAttempt(knex: Knex, id: string, change: object, attempts = 1): Promise<void> {
  await knex('outgoing_mails')
    .where({ id })
    .update({ ...change, attempts: knex.raw('attempts + ?', [attempts]) })
}

/** Whether this service has sent one of the Message-IDs, in the time for which mails are stored (`MAIL_RETENTION`). */
export const isAnyOurs = async (db: Knex | Knex.Transaction, messageIds: readonly string[]): Promise<boolean> => {
  const ids = messageIds.flatMap((messageId) => /^<([0-9a-f-]{36})@[^@>]+>$/i.exec(messageId)?.[1] ?? []).filter(isUuid)
  if (ids.length === 0) return false
  return (await db('outgoing_mails').whereIn('id', ids).first('id')) !== undefined
}
