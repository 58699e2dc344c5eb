import { randomUUID } from 'node:crypto'
import { createLogger, type Database, openDatabase } from '@guidebook/service-kit'
import { eventually, type TestDatabase, testAccount, testDatabase } from '@guidebook/service-kit/test'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordAttempts, type SettledAttempt } from '../src/delivery/record-attempts.ts'
import { migrations, schema } from '../src/schema.ts'

const now = new Date('2027-03-01T12:00:00Z')
const later = new Date(now.getTime() + 5_000)
const url = 'https://receiver.example/hook'
const log = createLogger({ service: 'webhooks', level: 'silent' })

let server: TestDatabase
let database: Database
beforeAll(async () => {
  server = await testDatabase('webhooks', migrations)
  database = openDatabase({ url: server.url, schema, service: 'test', poolMax: 4 })
})
afterAll(async () => {
  await database.component.stop?.()
  await server.drop()
})

/** Stores endpoints that have failed once. */
const storeEndpoints = async (accounts: readonly string[]) => {
  const times = { secret_created_at: now, created_at: now, updated_at: now, failing_since: now }
  const endpoint = { url, secret: Buffer.alloc(0), failures: 1, ...times }
  await database.knex('endpoints').insert(accounts.map((account) => ({ account, ...endpoint })))
}

/** Stores a failing endpoint whose account gets mails. Returns the account. */
const storeEndpoint = async (): Promise<string> => {
  const account = testAccount()
  const { id, oid, version } = account
  await database.knex('account_projections').insert({ id, oid, version, projection: JSON.stringify(account) })
  await storeEndpoints([id])
  return id
}

const acknowledged: Partial<SettledAttempt> = { outcome: 'acknowledged', state: 'delivered', nextAttemptAt: null }
const gone: Partial<SettledAttempt> = { outcome: 'gone', state: 'failed', nextAttemptAt: null }

/** Stores a delivery that is being attempted. Returns the attempt, which was refused unless `result` says otherwise. */
const attemptOf = async (account: string, result: Partial<SettledAttempt> = {}): Promise<SettledAttempt> => {
  const [delivery, lease] = [randomUUID(), randomUUID()]
  const leased = { lease, leased_until: later, created_at: now, next_attempt_at: now }
  const stored = { id: delivery, account, webhook_id: delivery, kind: 'release.shared', body: '{}', ...leased }
  await database.knex('deliveries').insert(stored)
  return {
    delivery,
    lease,
    account,
    url,
    at: now,
    attemptsMade: 0,
    dueAt: now.toISOString(),
    state: 'pending',
    nextAttemptAt: later,
    occurredAt: null,
    outcome: 'refused',
    status: null,
    durationMs: 1,
    response: null,
    reason: null,
    retryAfterMs: null,
    ...result,
  }
}

/** Without the repetition after a deadlock that `database.transaction` has. */
const record = (attempts: readonly SettledAttempt[]) =>
  database.knex.transaction((trx) => recordAttempts(trx, attempts, now, log))

it('batches with opposite results of the same endpoints do not deadlock', async () => {
  const { knex } = database
  const numbered = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
  const [first, second, third] = [numbered(1), numbered(2), numbered(3)]
  const accounts = [first, second, third]
  await storeEndpoints(accounts)
  const one = [await attemptOf(second, acknowledged), await attemptOf(first), await attemptOf(third)]
  const other = [await attemptOf(third, acknowledged), await attemptOf(second)]
  const waiting = async () => {
    const { rows } = await knex.raw(
      `select count(*)::integer as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )
    return rows[0].count
  }
  const holding = await knex.transaction()
  await holding.raw('select from endpoints where account = :first for no key update', { first })
  const recording = record(one)
  await eventually(async () => (await waiting()) === 1)
  // If the first batch locked the second endpoint before the first one, this batch would wait for it with the third endpoint locked.
  let isRecorded = false
  const crossing = record(other).then(() => {
    isRecorded = true
  })
  await eventually(async () => isRecorded || (await waiting()) === 2)
  await holding.rollback()
  await Promise.all([recording, crossing])
  const failures = await knex('endpoints').whereIn('account', accounts).orderBy('account').pluck('failures')
  expect(failures).toEqual([2, 0, 1])
})

it('results from a previous address do not change the state of the endpoint, and failed deliveries stay due', async () => {
  const { knex } = database
  const [failing, working] = [randomUUID(), randomUUID()]
  const accounts = [failing, working]
  await storeEndpoints(accounts)
  const previous = { url: 'https://previous.example/hook' }
  const recorded = await record([
    await attemptOf(failing, previous),
    await attemptOf(failing, { ...gone, ...previous }),
    await attemptOf(working, { ...acknowledged, ...previous }),
  ])
  expect(recorded.map(({ state }) => state)).toEqual(['pending', 'pending', 'delivered'])
  const unchanged = { enabled: true, failures: 1, failing_since: now }
  const endpoints = await knex('endpoints').whereIn('account', accounts).select('enabled', 'failures', 'failing_since')
  expect(endpoints).toEqual([unchanged, unchanged])
  const due = { state: 'pending', attempts_made: 0, next_attempt_at: now, lease: null }
  expect(await knex('deliveries').where({ account: failing })).toMatchObject([due, due])
})

it('a 410 disables the endpoint also when another attempt of the batch was acknowledged', async () => {
  const { knex } = database
  const account = await storeEndpoint()
  await record([await attemptOf(account, acknowledged), await attemptOf(account, gone)])
  const disabled = { enabled: false, disabled_reason: 'gone', failures: 2, failing_since: now }
  expect(await knex('endpoints').where({ account }).first()).toMatchObject(disabled)
  expect(await knex('outgoing_mails').where({ account }).pluck('kind')).toEqual(['webhook-off'])
})

it('results after a 410 do not change the time since which the disabled endpoint fails', async () => {
  const account = await storeEndpoint()
  const results: Partial<SettledAttempt>[] = [gone, acknowledged, { outcome: 'proxy-failed' }]
  for (const result of results) await record([await attemptOf(account, result)])
  const disabled = { enabled: false, failing_since: now }
  expect(await database.knex('endpoints').where({ account }).first()).toMatchObject(disabled)
})

it('an attempt whose delivery has failed meanwhile is recorded and does not settle it again', async () => {
  const account = await storeEndpoint()
  const attempt = await attemptOf(account, gone)
  const failed = { state: 'failed', next_attempt_at: null, settled_at: now, lease: null, leased_until: null }
  await database.knex('deliveries').where({ id: attempt.delivery }).update(failed)
  expect((await record([attempt])).map(({ state }) => state)).toEqual([null])
})
