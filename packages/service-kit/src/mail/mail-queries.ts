import type { Knex } from 'knex'
import { prepared } from '../database/prepared.ts'
import { isUuid } from '../uuid.ts'
import type { StoredMail } from './mail.ts'

export interface WaitingMail {
  id: string
  content: StoredMail
  /** How often sending failed for a reason of its own. */
  attempts: number
}

/**
 * Takes the mail that is due for longest. It is put off while it is being sent, so that no other mailer takes it, and is due again by
 * itself should this one die.
 */
export async function claimMail(knex: Knex, leaseMs: number): Promise<WaitingMail | undefined> {
  const [row] = await prepared<WaitingMail>(
    knex,
    'kit/mail-claim',
    `UPDATE outgoing_mails SET next_attempt_at = now() + ? * interval '1 millisecond'
      WHERE id = (SELECT id FROM outgoing_mails WHERE state = 'waiting' AND next_attempt_at <= now()
                   ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING id, content, attempts`,
    [leaseMs],
  )
  return row
}

/** The content is not kept: it may be personal, and what was said is the receiver's now. */
export const markSent = async (knex: Knex, id: string) => {
  await prepared(
    knex,
    'kit/mail-sent',
    `UPDATE outgoing_mails SET state = 'sent', settled_at = now(), attempts = attempts + 1, last_error = NULL,
       content = content - 'text' - 'html' - 'attachments' WHERE id = ?`,
    [id],
  )
}

export const markFailed = async (knex: Knex, id: string, reason: string) => {
  await prepared(
    knex,
    'kit/mail-failed',
    "UPDATE outgoing_mails SET state = 'failed', settled_at = now(), attempts = attempts + 1, last_error = ? WHERE id = ?",
    [reason, id],
  )
}

/** `counted`: whether this was an attempt, and not the mail server's being away. */
export const putOffMail = async (
  knex: Knex,
  id: string,
  { delayMs, reason, counted }: { delayMs: number; reason: string; counted: boolean },
) => {
  await prepared(
    knex,
    'kit/mail-put-off',
    `UPDATE outgoing_mails SET next_attempt_at = now() + ? * interval '1 millisecond', last_error = ?, attempts = attempts + ? WHERE id = ?`,
    [delayMs, reason, counted ? 1 : 0, id],
  )
}

/** Whether one of the Message-IDs is that of a mail that this service has sent, as far back as mails are kept (90 days). */
export const isAnyOurs = async (db: Knex | Knex.Transaction, messageIds: readonly string[]): Promise<boolean> => {
  const ids = messageIds.flatMap((messageId) => /^<([0-9a-f-]{36})@[^@>]+>$/i.exec(messageId)?.[1] ?? []).filter(isUuid)
  if (ids.length === 0) return false
  return (await db('outgoing_mails').whereIn('id', ids).first('id')) !== undefined
}
