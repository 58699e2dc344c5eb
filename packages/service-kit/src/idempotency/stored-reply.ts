import { createHash } from 'node:crypto'
import type { Operation } from '@guidebook/contracts'
import type { Knex } from 'knex'
import type { Database } from '../database/database.ts'
import { prepared } from '../database/prepared.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { OperationRequest, Reply, ReplyOf } from '../http/route.ts'

/** How long a response is stored, hours. */
const keptHours = 24

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

/** Replaces a row that is older than 24 hours but not swept yet. Returns false when there is a younger one. */
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
    `INSERT INTO idempotency_keys AS old (account, method, path, key, fingerprint, reply)
       VALUES (:account, :method, :path, :key, :fingerprint, :reply)
       ON CONFLICT (account, method, path, key)
       DO UPDATE SET fingerprint = excluded.fingerprint, reply = excluded.reply, created_at = excluded.created_at
       WHERE old.created_at <= now() - interval '${keptHours} hours' RETURNING 1`,
    { ...scope, fingerprint: fingerprintOf(request), reply: kept === null ? null : JSON.stringify(kept) },
  )
  return rows.length > 0
}

/** A row of `idempotency_keys` as an element of the JSON array for `insertReplies`. */
export type ReplyRow = ReturnType<typeof replyRows>[number]

/**
 * The row that stores the response for a repeat; none when the request has no `Idempotency-Key`. `about`: the subject of the response, so that
 * a statement can store it only with its effect.
 */
export function replyRows(request: RepeatableRequest, about: string, reply: Reply) {
  const { idempotencyKey } = request
  if (idempotencyKey === null) return []
  const fingerprint = fingerprintOf(request)
  return [{ about, ...scopeOf(request, idempotencyKey), fingerprint, reply: keptReply(request, reply) }]
}

/** Stores JSON rows (`?`: the text of a `ReplyRow[]`), inside the statement that has the effect; see `idempotentInsert`. */
export const insertReplies = `INSERT INTO idempotency_keys (account, method, path, key, fingerprint, reply)
  SELECT account, method, path, key, fingerprint, reply FROM json_to_recordset(?::json)
    AS kept(about text, account text, method text, path text, key text, fingerprint text, reply json)`

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

/** A repeat has the same fingerprint. */
function fingerprintOf(request: RepeatableRequest): string {
  const { search } = addressOf(request)
  return search === '' ? request.bodyHash : `${request.bodyHash} ${sha256(search)}`
}

const addressOf = ({ raw }: RepeatableRequest) => new URL(raw.url ?? '/', 'http://localhost')

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
