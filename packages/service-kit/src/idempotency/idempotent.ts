import { createHash } from 'node:crypto'
import type { Operation } from '@guidebook/contracts'
import type { Knex } from 'knex'
import type { Database } from '../database/database.ts'
import { prepared } from '../database/prepared.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { OperationRequest, Reply, ReplyOf } from '../http/route.ts'

/** How long a key is remembered, hours. */
export const keptHours = 24

/** What `idempotent` needs of a request. */
export type RepeatableRequest<O extends Operation = Operation> = Pick<
  OperationRequest<O>,
  'operation' | 'identity' | 'idempotencyKey' | 'bodyHash' | 'raw'
>

interface StoredReply {
  fingerprint: string
  reply: Reply | null
}

/**
 * Runs the work in one transaction, once for each `Idempotency-Key` of an account, method and path within 24 hours. The answer is stored
 * with the effect, so a crash can part them no more. A repeat gets it again, marked `Idempotency-Replayed: true`; with another
 * body 422 `idempotency-key-reused`; while the first still runs 409 `request-in-progress`; of a secret 409 `secret-already-given`.
 * Work that throws leaves nothing behind, and a repeat runs again. Without a key this is just a transaction.
 */
export function idempotent<R extends Reply>(
  database: Database,
  request: RepeatableRequest,
  work: (trx: Knex.Transaction) => Promise<R>,
): Promise<R> {
  const { idempotencyKey } = request
  if (idempotencyKey === null) return database.transaction(work)
  const scope = scopeOf(request, idempotencyKey)
  return database.transaction(async (trx) => {
    await claim(trx, scope)
    const stored = await find(trx, scope)
    if (stored) return replay<R>(stored, fingerprintOf(request))
    const reply = await work(trx)
    await store(trx, scope, fingerprintOf(request), request.operation.secret ? null : reply)
    return reply
  })
}

/** As `idempotent`, for work that is one statement: without a key it needs no transaction, which would be most of its round trips. */
export const idempotentStatement = <R extends Reply>(
  database: Database,
  request: RepeatableRequest,
  work: (db: Knex | Knex.Transaction) => Promise<R>,
): Promise<R> => (request.idempotencyKey === null ? work(database.knex) : idempotent(database, request, work))

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
  const stored = await find(database.knex, scopeOf(request, idempotencyKey))
  return stored === undefined ? null : replay<ReplyOf<O>>(stored, fingerprintOf(request))
}

const addressOf = ({ raw }: RepeatableRequest) => new URL(raw.url ?? '/', 'http://localhost')

const scopeOf = (request: RepeatableRequest, key: string): Scope => [
  request.identity.account ?? '',
  request.operation.method,
  addressOf(request).pathname,
  key,
]

/** What must be the same for a request to be a repeat. */
function fingerprintOf(request: RepeatableRequest): string {
  const { search } = addressOf(request)
  return search === '' ? request.bodyHash : `${request.bodyHash} ${sha256(search)}`
}

type Scope = readonly [account: string, method: string, path: string, key: string]

/** Held until the transaction ends: by then the answer is there to be seen. */
async function claim(trx: Knex.Transaction, scope: Scope): Promise<void> {
  const [row] = await prepared<{ mine: boolean }>(
    trx,
    'kit/idempotency-claim',
    'SELECT pg_try_advisory_xact_lock(hashtextextended(?, 0)) AS mine',
    [JSON.stringify(['idempotency', ...scope])],
  )
  if (!row?.mine) throw new ServiceError('request-in-progress', { headers: { 'Retry-After': '1' } })
}

async function find(db: Knex | Knex.Transaction, scope: Scope): Promise<StoredReply | undefined> {
  const [row] = await prepared<StoredReply>(
    db,
    'kit/idempotency-find',
    `SELECT fingerprint, reply FROM idempotency_keys
      WHERE account = ? AND method = ? AND path = ? AND key = ? AND created_at > now() - interval '${keptHours} hours'`,
    scope,
  )
  return row
}

function replay<R extends Reply>({ fingerprint, reply }: StoredReply, presentFingerprint: string): R {
  if (fingerprint !== presentFingerprint) throw new ServiceError('idempotency-key-reused')
  if (reply === null) throw new ServiceError('secret-already-given')
  // What was stored is what the same work answered.
  return { ...(reply as R), headers: { ...reply.headers, 'Idempotency-Replayed': 'true' } }
}

/** A row older than 24 hours may not have been swept yet: it gives way. */
async function store(trx: Knex.Transaction, scope: Scope, fingerprint: string, reply: Reply | null): Promise<void> {
  if (reply?.stream) throw new TypeError('a streamed answer cannot be kept for a repeat')
  await prepared(
    trx,
    'kit/idempotency-store',
    `INSERT INTO idempotency_keys (account, method, path, key, fingerprint, reply) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (account, method, path, key)
       DO UPDATE SET fingerprint = excluded.fingerprint, reply = excluded.reply, created_at = excluded.created_at`,
    [...scope, fingerprint, reply === null ? null : JSON.stringify(reply)],
  )
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
