import pg from 'pg'
import { connectionConfig } from './connection.ts'

/** Rows moved by one statement. */
const batch = 5_000

/**
 * For a restored database, before the services start: puts sent messages back into the outbox, with their ids, since the broker may have lost them
 * before their receivers had handled them. Receivers ignore those that they have handled. So that they still recognise them when the backup is
 * older, it resets the age of this schema's inbox rows. Returns how many messages will be sent again. Repeating it does no harm.
 */
export async function replaySent(
  url: string,
  schema: string,
  { since }: { /** Only messages sent since; all that are kept by default. */ since?: Date } = {},
): Promise<number> {
  const client = new pg.Client(
    connectionConfig(url, { schema, applicationName: `${schema} replay`, statementTimeoutMs: 0 }),
  )
  // A connection that breaks between two queries emits an event; the error of the next query is reported.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('UPDATE inbox SET handled_at = now() WHERE handled_at < now()')
    // As text: a Date has no microseconds.
    const { rows } = await client.query('SELECT max(sent_at)::text AS last FROM sent_messages')
    for (let replayed = 0; ; ) {
      const { rowCount } = await client.query(moveBack, [since ?? '-infinity', rows[0].last, batch])
      if (rowCount === null || rowCount === 0) return replayed
      replayed += rowCount
    }
  } finally {
    await client.end()
  }
}

/** `$2` excludes messages that a running relay sends meanwhile. */
const moveBack = `
  WITH sent AS (
    DELETE FROM sent_messages WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM sent_messages WHERE sent_at >= $1::timestamptz AND sent_at <= $2::timestamptz ORDER BY sent_at LIMIT $3 FOR UPDATE SKIP LOCKED
    ))
    RETURNING message_id, type, subject, data, traceparent, request_id, actor, created_at, sent_at
  )
  INSERT INTO outbox (message_id, type, subject, data, traceparent, request_id, actor, created_at)
  SELECT message_id, type, subject, data, traceparent, request_id, actor, created_at FROM sent ORDER BY sent_at`
