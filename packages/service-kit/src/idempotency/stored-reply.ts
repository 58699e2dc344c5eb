import { createHash } from 'node:crypto'
import type { Operation } from '@guidebook/contracts'
import type { Knex } from 'knex'
import type { Database } from '../database/database.ts'
import { prepared } from '../database/prepared.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { OperationRequest, Reply, ReplyOf } from '../http/route.ts'

/** How long a key is remembered, hours. */
const keptHours = 24

/** What `idempotent` needs of a request. */
export type RepeatableRequest<O extends Operation = Operation> = Pick<
  OperationRequest<O>,
  'operation' | 'identity' | 'idempotencyKey' | 'bodyHash' | 'raw'
>

/** Within what a key means one request: the primary key of `idempotency_keys`. */
export type Scope = readonly [account: string, method: string, path: string, key: string]

/**
 * The answer that `idempotent` would give again; null when there is none (yet). For handlers that ask other services before their work:
 * a repeat needs none of them, so it is answered also while they are away.
 */
export async function storedReply<O extends Operation>(
  database: Database,
  request: RepeatableRequest<O>,
): Promise<ReplyOf<O> | null> {
  const { idempotencyKey } = request
  if (idempotencyKey === null) return null
  return await findReply<ReplyOf<O>>(database.knex, scopeOf(request, idempotencyKey), request)
}

/** 422 `idempotency-key-reused` when it was stored for another request, 409 `secret-already-given` when it could not be kept. */
export async function findReply<R extends Reply>(
  db: Knex | Knex.Transaction,
  scope: Scope,
  request: RepeatableRequest,
): Promise<R | null> {
  const [row] = await prepared<{ fingerprint: string; reply: Reply | null }>(
    db,
    'kit/idempotency-find',
    `SELECT fingerprint, reply FROM idempotency_keys
      WHERE account = ? AND method = ? AND path = ? AND key = ? AND created_at > now() - interval '${keptHours} hours'`,
    scope,
  )
  if (row === undefined) return null
  const { fingerprint, reply } = row
  if (fingerprint !== fingerprintOf(request)) throw new ServiceError('idempotency-key-reused')
  if (reply === null) throw new ServiceError('secret-already-given')
  // What was stored is what the same work answered.
  return { ...(reply as R), headers: { ...reply.headers, 'Idempotency-Replayed': 'true' } }
}

/** A row older than 24 hours may not have been swept yet: it gives way. False when a younger one is in the way. */
export async function storeReply(
  trx: Knex.Transaction,
  scope: Scope,
  request: RepeatableRequest,
  reply: Reply,
): Promise<boolean> {
  const kept = keptReply(request, reply)
  const rows = await prepared(
    trx,
    'kit/idempotency-store',
    `INSERT INTO idempotency_keys AS old (account, method, path, key, fingerprint, reply) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (account, method, path, key)
       DO UPDATE SET fingerprint = excluded.fingerprint, reply = excluded.reply, created_at = excluded.created_at
       WHERE old.created_at <= now() - interval '${keptHours} hours' RETURNING 1`,
    [...scope, fingerprintOf(request), kept === null ? null : JSON.stringify(kept)],
  )
  return rows.length > 0
}

/** A row of `idempotency_keys` as `insertReplies` takes it, in a JSON array. */
export interface ReplyRow {
  /** What the answer is about, so that a statement can store it only with its effect. */
  about: string
  account: string
  method: string
  path: string
  key: string
  fingerprint: string
  reply: Reply | null
}

/** The row that keeps the answer for a repeat; none when the request has no `Idempotency-Key`. */
export function replyRows(request: RepeatableRequest, about: string, reply: Reply): ReplyRow[] {
  const { idempotencyKey } = request
  if (idempotencyKey === null) return []
  const [account, method, path, key] = scopeOf(request, idempotencyKey)
  return [{ about, account, method, path, key, fingerprint: fingerprintOf(request), reply: keptReply(request, reply) }]
}

/** Stores JSON rows (`?`: the text of a `ReplyRow[]`), inside the statement that has the effect; see `idempotentInsert`. */
export const insertReplies = `INSERT INTO idempotency_keys (account, method, path, key, fingerprint, reply)
  SELECT account, method, path, key, fingerprint, reply FROM json_to_recordset(?::json)
    AS kept(about text, account text, method text, path text, key text, fingerprint text, reply json)`

/** Makes room for the key again, should its row be too old to count. */
export async function forgetExpired(db: Knex, scope: Scope): Promise<void> {
  await prepared(
    db,
    'kit/idempotency-forget',
    `DELETE FROM idempotency_keys
      WHERE account = ? AND method = ? AND path = ? AND key = ? AND created_at <= now() - interval '${keptHours} hours'`,
    scope,
  )
}

export const scopeOf = (request: RepeatableRequest, key: string): Scope => [
  request.identity.account ?? '',
  request.operation.method,
  addressOf(request).pathname,
  key,
]

function keptReply({ operation }: RepeatableRequest, reply: Reply): Reply | null {
  if (reply.stream) throw new TypeError('a streamed answer cannot be kept for a repeat')
  return operation.secret ? null : reply
}

/** What must be the same for a request to be a repeat. */
function fingerprintOf(request: RepeatableRequest): string {
  const { search } = addressOf(request)
  return search === '' ? request.bodyHash : `${request.bodyHash} ${sha256(search)}`
}

const addressOf = ({ raw }: RepeatableRequest) => new URL(raw.url ?? '/', 'http://localhost')

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
