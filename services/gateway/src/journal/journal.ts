import { diagnosedItems, type JournalEntry, type Operation, type RefusedRequest } from '@guidebook/contracts'
import {
  type Clock,
  claimLoop,
  type Database,
  type ExchangeContext,
  isOutage,
  type Logger,
  meter,
  prepared,
  refusalOf,
  ServiceError,
  type StatedIdentity,
} from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { LRUCache } from 'lru-cache'
import type { RequestRow } from '../generated/rows.ts'

/** Rows per statement. Rows are written in batches in the background, so that requests do not wait. */
const batch = 500
/** Largest number of waiting rows. Only reached while the database is unavailable; further rows are dropped. */
const mostWaiting = 20_000
const flushEveryMs = 250
/** Most accounts whose last refusal by the rate limit is remembered; the oldest is forgotten. */
const mostLimited = 10_000

export type Journal = ReturnType<typeof createJournal>

/** Records the results of requests, so that support can find them by request id. Rows that wait in memory are lost when the process dies. */
export function createJournal({ knex }: Database, clock: Clock, log: Logger) {
  const waiting: RequestRow[] = []
  let dropped = 0
  /** Accounts of which a refusal by the rate limit was recorded in the last second. */
  const limited = new LRUCache<string, true>({ max: mostLimited, ttl: 1_000 })
  const droppedCount = meter('gateway').createCounter('gateway_journal_dropped_rows', {
    description: 'Requests that are missing in the journal, because the database was unavailable for too long.',
  })
  droppedCount.add(0)

  /** Leaves out a row that cannot be stored: otherwise no later row would be stored. */
  async function store(rows: readonly RequestRow[]): Promise<void> {
    try {
      await insertRequests(knex, rows)
    } catch (error) {
      if (isOutage(error)) throw error
      if (rows.length === 1) return log.error({ err: error, requestId: rows[0]?.request_id }, 'journal row not stored')
      const half = rows.length >> 1
      await store(rows.slice(0, half))
      await store(rows.slice(half))
    }
  }

  const writer = claimLoop({
    name: 'request journal',
    pollMs: flushEveryMs,
    log,
    async run() {
      const rows = waiting.slice(0, batch)
      if (rows.length === 0) return 0
      await store(rows)
      waiting.splice(0, rows.length)
      if (dropped > 0) log.warn({ dropped }, 'journal rows dropped, database unavailable')
      dropped = 0
      return waiting.length
    },
  })

  /** Whether the rate limit refused the request and another one of its account within the last second. */
  const isOneOfMany = (error: unknown, account: string | null): boolean => {
    if (!(error instanceof ServiceError) || error.code !== 'rate-limited') return false
    const key = account ?? ''
    if (limited.has(key)) return true
    limited.set(key, true)
    return false
  }

  return {
    /**
     * Records the request when it ends, if it is a change or fails. Successful reads are not recorded, and of those that the rate limit refuses
     * only one a second for each account: a client that goes on after the refusal would fill the disk.
     */
    note(ctx: ExchangeContext, { method, id, path }: Operation, { account, keyPrefix, actor }: StatedIdentity): void {
      const at = clock.now()
      const started = performance.now()
      ctx.res.once('close', () => {
        const status = ctx.res.headersSent ? ctx.res.statusCode : 499
        const { requestId, refusal, error } = ctx.state.exchange
        if ((method === 'GET' && status < 400) || isOneOfMany(error, account)) return
        if (waiting.length >= mostWaiting) {
          dropped++
          droppedCount.add(1)
          return
        }
        const sender = { key_prefix: keyPrefix ?? null, person: keyPrefix === undefined ? actor : null }
        const request = { request_id: requestId, at, account, ...sender }
        const duration_ms = Math.round(performance.now() - started)
        const refused = refusal ?? (error instanceof ServiceError ? refusalOf(error, null) : null)
        waiting.push({
          ...{ ...request, method, operation: id, path, status, duration_ms },
          ...{
            error: refused?.code ?? null,
            download_code: refused?.downloadCode ?? null,
            faults: refused?.faults ?? [],
          },
        })
      })
    },
    components: [
      {
        name: writer.name,
        start: writer.start,
        // It is not retired: requests go on until the servers have stopped.
        async stop() {
          await writer.stop()
          if (waiting.length > 0) await store(waiting.splice(0))
        },
      },
    ],
  }
}

const columns =
  'request_id, at, account, key_prefix, person, method, operation, path, status, duration_ms, error, download_code, faults'

async function insertRequests(knex: Knex, rows: readonly RequestRow[]): Promise<void> {
  await knex.raw(
    `insert into requests (${columns}) select ${columns} from json_populate_recordset(cast(null as requests), :rows)`,
    { rows: JSON.stringify(rows) },
  )
}

/** The first records of a request ID: of an account, or for support of all. Programs choose IDs: those of two accounts may be the same. */
export async function findRequests(knex: Knex, requestId: string, account?: string): Promise<JournalEntry[]> {
  const wanted = { request_id: requestId, ...(account !== undefined && { account }) }
  const rows = await knex<RequestRow>('requests').where(wanted).orderBy('at').limit(100)
  return rows.map(presentRequest)
}

/** Refused requests that named the code, newest first: of an account, or for support of all. */
export async function findRefusals(
  knex: Knex,
  code: number,
  account: string | null,
): Promise<Omit<RefusedRequest, 'title'>[]> {
  const rows = await prepared<RequestRow>(
    knex,
    'gateway/refusals-by-code',
    `select ${columns} from requests
      where download_code = :code and (cast(:account as uuid) is null or account = :account)
      order by at desc limit ${diagnosedItems}`,
    { code, account },
  )
  return rows.map((row) => ({
    requestId: row.request_id,
    at: row.at.toISOString(),
    account: row.account,
    operation: row.operation,
    status: row.status,
    code: row.error,
    faults: faultsOf(row),
  }))
}

const faultsOf = ({ faults }: RequestRow) => (faults ?? []) as JournalEntry['faults']

const presentRequest = (row: RequestRow): JournalEntry => ({
  at: row.at.toISOString(),
  account: row.account,
  keyPrefix: row.key_prefix,
  person: row.person,
  method: row.method,
  operation: row.operation,
  path: row.path,
  status: row.status,
  durationMs: row.duration_ms,
  error: row.error,
  downloadCode: row.download_code,
  faults: faultsOf(row),
})
