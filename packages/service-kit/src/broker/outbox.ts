import { type MessageData, type MessageDefinition, type MessageType, messages, validate } from '@guidebook/contracts'
import type { Knex } from 'knex'
import { prepared } from '../database/prepared.ts'
import { markEmitting } from '../database/transaction.ts'
import { ServiceError } from '../errors/service-error.ts'
import { currentRequestId } from '../request-id.ts'
import { currentTraceparent } from '../telemetry/trace.ts'
import { uuidv7 } from '../uuid.ts'
import { describe } from './envelope.ts'

/** What a message says it is about, beside its data. */
export interface EmitOptions {
  /** The id of the thing, for people who look at messages. */
  subject?: string
}

/** A row of the outbox as `insertOutboxRows` takes it, in a JSON array. */
export interface OutboxRow {
  message_id: string
  type: MessageType
  subject: string | null
  data: unknown
  traceparent: string | null
  request_id: string | null
}

/** Bytes of JSON. The broker would take more, but every replica of a quorum queue keeps a message in memory and in its log. */
const largestData = 1_000_000

/**
 * Writes JSON rows (`?`: the text of an `OutboxRow[]`) into the outbox. To be used as it is or inside a statement that writes everything
 * else too; then `database.wakeRelay()` afterwards saves the relay's next look.
 */
export const insertOutboxRows = `INSERT INTO outbox (message_id, type, subject, data, traceparent, request_id)
  SELECT message_id, type, subject, data, traceparent, request_id FROM json_to_recordset(?::json)
    AS row(message_id uuid, type text, subject text, data json, traceparent text, request_id text)`

/**
 * The row that says a message, checked against its schema; none when nobody subscribes to the type.
 * Data over 1 MB is refused with `payload-too-large`.
 */
export function outboxRows<T extends MessageType>(
  type: T,
  data: MessageData<T>,
  { subject }: EmitOptions = {},
): OutboxRow[] {
  const { subscribers, data: schema }: MessageDefinition = messages[type]
  const faults = validate(schema, data)
  if (faults.length > 0) throw new TypeError(`${type} does not fit its schema: ${describe(faults)}`)
  if (Buffer.byteLength(JSON.stringify(data)) > largestData) {
    throw new ServiceError('payload-too-large', {
      detail: `what follows from this request is larger than 1 MB (${type})`,
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
    },
  ]
}

/** Sends the message if, and as soon as, the transaction commits. */
export async function emit<T extends MessageType>(
  trx: Knex.Transaction,
  type: T,
  data: MessageData<T>,
  options?: EmitOptions,
): Promise<void> {
  await storeInOutbox(trx, outboxRows(type, data, options))
}

/** Stores rows made by `outboxRows`, many in one statement. */
export async function storeInOutbox(trx: Knex.Transaction, rows: readonly OutboxRow[]): Promise<void> {
  if (rows.length === 0) return
  await prepared(trx, 'kit/emit', insertOutboxRows, [JSON.stringify(rows)])
  markEmitting(trx)
}
