import { type MessageData, type MessageDefinition, type MessageType, messages, validate } from '@guidebook/contracts'
import type { Knex } from 'knex'
import { prepared } from '../database/prepared.ts'
import { markEmitting } from '../database/transaction.ts'
import { ServiceError } from '../errors/service-error.ts'
import { currentRequestId } from '../request-id.ts'
import { currentTraceparent } from '../telemetry/trace.ts'
import { uuidv7 } from '../uuid.ts'
import { describe } from './envelope.ts'

export interface EmitOptions {
  /** Identifier of the message's subject, for people who inspect messages. */
  subject?: string
  /** Who asked for it. Not part of the data, so that receivers of the version before accept the message. */
  actor?: string | null
}

/** A row of the outbox, as an element of the JSON array for `insertOutboxRows`. */
export interface OutboxRow {
  message_id: string
  type: MessageType
  subject: string | null
  data: unknown
  traceparent: string | null
  request_id: string | null
  actor: string | null
}

/** Bytes of JSON. The broker accepts more, but every replica of a quorum queue keeps a message in memory and in its log. */
const largestData = 1_000_000

/**
 * Inserts JSON rows (`?`: the text of an `OutboxRow[]`) into the outbox. It may be part of a larger statement; then call `database.wakeRelay()`
 * afterwards, so that the relay need not wait for its next poll.
 */
export const insertOutboxRows = `INSERT INTO outbox (message_id, type, subject, data, traceparent, request_id, actor)
  SELECT message_id, type, subject, data, traceparent, request_id, actor FROM json_to_recordset(?::json)
    AS row(message_id uuid, type text, subject text, data json, traceparent text, request_id text, actor text)`

/**
 * Checks a message against its schema and returns its outbox row; none when no service subscribes to the type. Data over 1 MB is rejected with
 * `payload-too-large`.
 */
export function outboxRows<T extends MessageType>(
  type: T,
  data: MessageData<T>,
  { subject, actor }: EmitOptions = {},
): OutboxRow[] {
  const { subscribers, data: schema }: MessageDefinition = messages[type]
  const faults = validate(schema, data)
  if (faults.length > 0) throw new TypeError(`${type} does not match its schema: ${describe(faults)}`)
  if (Buffer.byteLength(JSON.stringify(data)) > largestData) {
    throw new ServiceError('payload-too-large', {
      detail: `the message produced by this request exceeds 1 MB (${type})`,
    })
  }
  if (subscribers.length === 0) return []
  return [
    {
      message_id: uuidv7(),
      type,
      subject: subject ?? null,
      data,
      traceparent: currentTraceparent(),
      request_id: currentRequestId(),
      actor: actor ?? null,
    },
  ]
}

/** Sends the message as soon as the transaction commits. */
export async function emit<T extends MessageType>(
  trx: Knex.Transaction,
  type: T,
  data: MessageData<T>,
  options?: EmitOptions,
): Promise<void> {
  await storeInOutbox(trx, outboxRows(type, data, options))
}

/** Stores many rows of `outboxRows` in one statement. */
export async function storeInOutbox(trx: Knex.Transaction, rows: readonly OutboxRow[]): Promise<void> {
  if (rows.length === 0) return
  await prepared(trx, 'kit/emit', insertOutboxRows, [JSON.stringify(rows)])
  markEmitting(trx)
}
