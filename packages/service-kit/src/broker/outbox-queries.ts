import { messages } from '@guidebook/contracts'
import type { Knex } from 'knex'
import { prepared } from '../database/prepared.ts'
import { countLimit } from '../telemetry/observe-gauges.ts'
import type { EnvelopeText } from './envelope.ts'

export interface WaitingMessage extends EnvelopeText {
  /** The row's id as text; it may exceed a safe integer. */
  row: string
}

/** Messages of other types were written by a newer version of the service, whose relay sends them. */
const knownTypes = Object.keys(messages)

export const anyWaiting = async (knex: Knex): Promise<boolean> => {
  const sql = 'SELECT 1 FROM outbox WHERE retry_at <= now() AND type = ANY(?::text[]) LIMIT 1'
  return (await prepared(knex, 'kit/outbox-any', sql, [knownTypes])).length > 0
}

/** Bytes of data after which a claim returns no further message. */
export const claimBytes = 8_000_000

/**
 * Locks the longest waiting rows that no other relay has locked, until the transaction ends. Returns the first of them: at most `claimBytes` of
 * data and one more message. PostgreSQL reads large data from TOAST one at a time to measure them.
 */
export const claimWaiting = (trx: Knex.Transaction, limit: number): Promise<WaitingMessage[]> =>
  prepared(
    trx,
    'kit/outbox-claim',
    `WITH locked AS (
         SELECT * FROM outbox WHERE retry_at <= now() AND type = ANY(?::text[]) ORDER BY retry_at LIMIT ? FOR UPDATE SKIP LOCKED),
       measured AS (SELECT *, coalesce(sum(octet_length(data::text)) OVER (
         ORDER BY retry_at, id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS bytes_before FROM locked)
     SELECT id::text AS row, message_id AS id, type, subject, data::text AS data, traceparent,
       request_id AS "requestId", actor, created_at AS time
       FROM measured WHERE bytes_before < ? ORDER BY retry_at, measured.id`,
    [knownTypes, limit, claimBytes],
  )

/** Moves confirmed rows to `sent_messages`, from which they can be sent again after a restore; see `replaySent`. */
export const removeSent = async (trx: Knex.Transaction, rows: readonly string[]): Promise<void> => {
  await prepared(
    trx,
    'kit/outbox-sent',
    `WITH sent AS (DELETE FROM outbox WHERE id = ANY(?::bigint[])
       RETURNING message_id, type, subject, data, traceparent, request_id, actor, created_at)
     INSERT INTO sent_messages (message_id, type, subject, data, traceparent, request_id, actor, created_at) SELECT * FROM sent`,
    [rows],
  )
}

/** Defers rows that the broker did not accept by 1, 2, 4 … 60 seconds, and stores the reason. */
export const deferRows = async (trx: Knex.Transaction, rows: readonly string[], reason: string): Promise<void> => {
  await prepared(
    trx,
    'kit/outbox-defer',
    `UPDATE outbox SET attempts = attempts + 1, last_error = ?,
       retry_at = now() + least(60, 2 ^ least(attempts, 6)) * interval '1 second' WHERE id = ANY(?::bigint[])`,
    [reason, rows],
  )
}

/**
 * How many messages wait, at most `countLimit`, and how long the oldest has waited, seconds. Reads the index of the ids, which grow with the time,
 * so a long outbox costs no more than a short one.
 */
export async function outboxBacklog(knex: Knex): Promise<{ depth: number; ageSeconds: number }> {
  const [row] = await prepared<{ depth: number; age: number }>(
    knex,
    'kit/outbox-backlog',
    `SELECT (SELECT count(*)::int FROM (SELECT FROM outbox LIMIT ${countLimit}) AS counted) AS depth,
       coalesce(extract(epoch FROM now() - (SELECT created_at FROM outbox ORDER BY id LIMIT 1)), 0)::float AS age`,
    [],
  )
  return { depth: row?.depth ?? 0, ageSeconds: Math.max(0, row?.age ?? 0) }
}
