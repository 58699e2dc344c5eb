// Generated from the migrated schema: see CONTRIBUTING.md.

/** A row of `account_projections`. */
export interface AccountProjectionRow {
  id: string
  oid: string
  version: number
  projection: unknown
}

/** A row of `idempotency_keys`. */
export interface IdempotencyKeyRow {
  account: string
  method: string
  path: string
  key: string
  fingerprint: string
  reply: unknown | null
  created_at: Date
  reply_bytes: number
}

/** A row of `inbox`. */
export interface InboxRow {
  message_id: string
  queue: string
  handled_at: Date
}

/** A row of `migrations`. */
export interface MigrationRow {
  name: string
  checksum: string
  applied_at: Date
}

/** A row of `outbox`. */
export interface OutboxRow {
  id: number
  message_id: string
  type: string
  subject: string | null
  data: unknown
  traceparent: string | null
  request_id: string | null
  created_at: Date
  retry_at: Date
  attempts: number
  last_error: string | null
  actor: string | null
}

/** A row of `outgoing_mails`. */
export interface OutgoingMailRow {
  id: string
  content: unknown
  state: 'waiting' | 'sent' | 'failed'
  attempts: number
  next_attempt_at: Date
  last_error: string | null
  created_at: Date
  settled_at: Date | null
  about: string | null
  kind: string | null
  urgent: boolean
  account: string | null
  first_attempt_at: Date | null
}

/** A row of `sent_messages`. */
export interface SentMessageRow {
  message_id: string
  type: string
  subject: string | null
  data: unknown
  traceparent: string | null
  request_id: string | null
  created_at: Date
  sent_at: Date
  actor: string | null
}
