import { createHash } from 'node:crypto'
import type { Operation } from '@guidebook/contracts'
import type { Knex } from 'knex'
import type { Database } from '../database/database.ts'
import { prepared } from '../database/prepared.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { OperationRequest, Reply, ReplyOf } from '../http/route.ts'
import { keptHours, requireSpace } from './require-space.ts'

/** The part of a request that `idempotent` needs. */
export type RepeatableRequest<O extends Operation = Operation> = Pick<
  OperationRequest<O>,
  'operation' | 'identity' | 'idempotencyKey' | 'bodyHash' | 'raw'
>

/** The primary key of `idempotency_keys`: within it a key identifies one request. */
export type Scope = ReturnType<typeof scopeOf>

/**
 * The stored response of `idempotent`; null when there is none (yet). For handlers that call other services before their work: a repeat
 * must not call them.
 */
export async function storedReply<O extends Operation>(
  database: Database,
  request: RepeatableRequest<O>,
): Promise<ReplyOf<O> | null> {
  const { idempotencyKey } = request
  if (idempotencyKey === null) return null
  return await findReply<ReplyOf<O>>(database.knex, scopeOf(request, idempotencyKey), request)
}

/** The size of that response; 0 when there is none. */
export async function storedReplyBytes(database: Database, request: RepeatableRequest): Promise<number> {
  const { idempotencyKey } = request
  if (idempotencyKey === null) return 0
  const [row] = await prepared<{ reply_bytes: number }>(
    database.knex,
    'kit/idempotency-size',
    `SELECT reply_bytes FROM idempotency_keys
      WHERE account = :account AND method = :method AND path = :path AND key = :key`,
    scopeOf(request, idempotencyKey),
  )
  return row?.reply_bytes ?? 0
}

/** Throws 422 `idempotency-key-reused` when it was stored for another request, 409 `secret-already-given` when it is secret. */
export async function findReply<R extends Reply>(
  db: Knex | Knex.Transaction,
  scope: Scope,
  request: RepeatableRequest,
): Promise<R | null> {
  const [row] = await prepared<{ fingerprint: string; reply: Reply | null }>(
    db,
    'kit/idempotency-find',
    `SELECT fingerprint, reply FROM idempotency_keys
      WHERE account = :account AND method = :method AND path = :path AND key = :key AND created_at > now() - interval '${keptHours} hours'`,
    scope,
  )
  if (row === undefined) return null
  const { fingerprint, reply } = row
  if (fingerprint !== fingerprintOf(request)) throw new ServiceError('idempotency-key-reused')
  if (reply === null) throw new ServiceError('secret-already-given')
  // The same work created the stored response, so it has the same type.
  return { ...(reply as R), headers: { ...reply.headers, 'Idempotency-Replayed': 'true' } }
}

/**
 * Replaces a row that is older than 24 hours but not swept yet. Returns false when there is a younger one. Throws 429 `rate-limited` when the account
 * may not store so much.
 */
export async function storeReply(
  trx: Knex.Transaction,
  scope: Scope,
  request: RepeatableRequest,
  reply: Reply,
): Promise<boolean> {
  const kept = keptReply(request, reply)
  const json = kept && JSON.stringify(kept)
  const bytes = bytesOf(json)
  await requireSpace(trx, scope.account, bytes)
  const rows = await prepared(
    trx,
    'kit/idempotency-store',
    `INSERT INTO idempotency_keys AS old (account, method, path, key, fingerprint, reply, reply_bytes)
       VALUES (:account, :method, :path, :key, :fingerprint, :reply, :bytes)
       ON CONFLICT (account, method, path, key)
       DO UPDATE SET fingerprint = excluded.fingerprint, reply = excluded.reply, reply_bytes = excluded.reply_bytes,
         created_at = excluded.created_at
       WHERE old.created_at <= now() - interval '${keptHours} hours' RETURNING 1`,
    { ...scope, fingerprint: fingerprintOf(request), reply: json, bytes },
  )
  return rows.length > 0
}

/** A row of `idempotency_keys` as an element of the JSON array for `insertReplies`. */
export type ReplyRow = Awaited<ReturnType<typeof replyRows>>[number]

/**
 * The row that stores the response for a repeat; none when the request has no `Idempotency-Key`. `about`: the subject of the response, so that
 * a statement can store it only with its effect. Throws 429 `rate-limited` when the account may not store so much.
 */
export async function replyRows(database: Database, request: RepeatableRequest, about: string, reply: Reply) {
  const { idempotencyKey } = request
  if (idempotencyKey === null) return []
  const scope = scopeOf(request, idempotencyKey)
  const kept = keptReply(request, reply)
  const bytes = bytesOf(kept && JSON.stringify(kept))
  await requireSpace(database.knex, scope.account, bytes)
  return [{ about, ...scope, fingerprint: fingerprintOf(request), reply: kept, reply_bytes: bytes }]
}

/** Stores JSON rows (`?`: the text of a `ReplyRow[]`), inside the statement that has the effect; see `idempotentInsert`. */
export const insertReplies = `INSERT INTO idempotency_keys (account, method, path, key, fingerprint, reply, reply_bytes)
  SELECT account, method, path, key, fingerprint, reply, reply_bytes FROM json_to_recordset(?::json)
    AS kept(about text, account text, method text, path text, key text, fingerprint text, reply json, reply_bytes integer)`

/** Deletes the row of the key if it has expired. */
export async function forgetExpired(db: Knex, scope: Scope): Promise<void> {
  await prepared(
    db,
    'kit/idempotency-forget',
    `DELETE FROM idempotency_keys
      WHERE account = :account AND method = :method AND path = :path AND key = :key AND created_at <= now() - interval '${keptHours} hours'`,
    scope,
  )
}

export const scopeOf = (request: RepeatableRequest, key: string) => ({
  account: request.identity.account ?? '',
  method: request.operation.method,
  path: addressOf(request).pathname,
  key,
})

function keptReply({ operation }: RepeatableRequest, reply: Reply): Reply | null {
  if (reply.stream) throw new TypeError('a streamed answer cannot be kept for a repeat')
  return operation.secret ? null : reply
}

const bytesOf = (json: string | null): number => (json === null ? 0 : Buffer.byteLength(json))

/** A repeat has the same fingerprint. */
function fingerprintOf(request: RepeatableRequest): string {
  const { search } = addressOf(request)
  return search === '' ? request.bodyHash : `${request.bodyHash} ${sha256(search)}`
}

const addressOf = ({ raw }: RepeatableRequest) => new URL(raw.url ?? '/', 'http://localhost')

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
