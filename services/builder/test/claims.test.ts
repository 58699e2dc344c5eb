import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildQueries } from '../src/claims/queries.ts'
import { reportQueries } from '../src/claims/report-queries.ts'
import type { BuildContext } from '../src/context.ts'
import type { ClaimedBuild } from '../src/outcome/build.ts'
import { type Work, workOnBuild } from '../src/work-loop/work-on-build.ts'
import { openTestDatabase } from './database.ts'
import { workerOptions } from './worker-options.ts'

const leaseMs = 15_000
const failed = { failure: { code: 'x', message: 'x' }, steps: [], warnings: [] }

const request = (account: string, release: number, generation = 1) => ({
  account,
  release,
  generation,
  link: `link-${release}`,
  kind: 'plain' as const,
  traceparent: null,
  requestId: null,
})

let database: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

async function setUp() {
  await database.clear()
  const { knex } = database
  const builds = buildQueries(knex)
  const reports = reportQueries(database)
  const complete = (build: ClaimedBuild, contentVersion = 'v') =>
    reports.complete(build, { contentVersion, steps: [], warnings: [], made: [], keys: [], isPreview: false }, [])
  const fail = (build: ClaimedBuild, retryInMs: number | null) =>
    reports.fail(build, { ...failed, sequence: build.sequence }, retryInMs, [])
  const progress = (build: ClaimedBuild) =>
    reports.progress(build, { step: 'content', percent: 10, sequence: build.sequence + 1 }, [])
  const claim = (mostOfAccount?: number) => builds.claim(randomUUID(), leaseMs, mostOfAccount)
  const claimed = async () => {
    const build = await claim()
    if (!build) throw new Error('nothing to claim')
    return build
  }
  return { knex, builds, reports, claim, claimed, complete, fail, progress }
}

const stateOf = async (knex: Knex, release: number) =>
  (await knex('builds').where({ release }).orderBy('generation')).map((row: { state: string }) => row.state)

const named = ({ account, release }: ClaimedBuild) => `${account}${release}`

test('the load is the number of waiting and running builds of all accounts, and the age of the oldest that is due', async () => {
  const { knex, builds, claimed } = await setUp()
  expect(await builds.load()).toEqual({ waiting: 0, oldestSeconds: 0, blockedSeconds: 0, running: 0 })
  await builds.accept(request('a', 1))
  await claimed()
  for (const account of ['a', 'b', 'c']) await builds.accept(request(account, 10))
  // A build that is tried again later is in the queue, but not due.
  await knex('builds')
    .where({ account: 'c' })
    .update({ due_at: knex.raw("now() + interval '1 hour'") })
  await knex('builds')
    .where({ account: 'b' })
    .update({ due_at: knex.raw("now() - interval '90 seconds'") })
  const { oldestSeconds, ...counts } = await builds.load()
  expect(counts).toEqual({ waiting: 3, blockedSeconds: 0, running: 1 })
  expect(Math.round(oldestSeconds)).toBe(90)
})

test('the age of a build that a dependency delays counts from its request, also while it is tried again', async () => {
  const { knex, builds, claimed } = await setUp()
  await builds.accept(request('a', 1))
  await knex('builds').update({ requested_at: knex.raw("now() - interval '1 hour'") })
  const blockedMinutes = async () => Math.round((await builds.load()).blockedSeconds / 60)
  expect(await blockedMinutes()).toBe(0)
  await builds.release(await claimed(), 0, true)
  expect(await blockedMinutes()).toBe(60)
  await claimed()
  expect(await blockedMinutes()).toBe(60)
})

describe('fair claims', () => {
  test('an account with a thousand builds does not delay the first build of another account', async () => {
    const { knex, builds, claimed } = await setUp()
    await knex.raw(
      `INSERT INTO builds (account, release, generation, link, kind, state)
       SELECT 'a', n, 1, 'link', 'plain', 'queued' FROM generate_series(1, 1000) n`,
    )
    expect(named(await claimed())).toBe('a1')
    await builds.accept(request('b', 2001))
    expect(named(await claimed())).toBe('b2001')
    expect(named(await claimed())).toBe('a2')
  })

  test('the account with the fewest running builds comes first, then the one served least recently', async () => {
    const { builds, claimed, complete } = await setUp()
    for (const release of [1, 2, 3]) await builds.accept(request('a', release))
    for (const release of [11, 12, 13]) await builds.accept(request('b', release))
    for (const release of [21, 22]) await builds.accept(request('c', release))
    const order = [await claimed(), await claimed(), await claimed(), await claimed(), await claimed()]
    expect(order.map(({ account }) => account)).toEqual(['a', 'b', 'c', 'a', 'b'])
    const [first, second] = order
    if (!first || !second) throw new Error('claimed nothing')
    // `a` has one build left, `b` two, `c` one: `c` was served least recently.
    await complete(first)
    expect((await claimed()).account).toBe('c')
  })

  test('a reserved slot claims only builds of accounts without a running one, also when several claim at the same moment', async () => {
    const { knex, builds, claim, claimed } = await setUp()
    await knex.raw(
      `INSERT INTO builds (account, release, generation, link, kind, state)
       SELECT 'a', n, 1, 'link', 'plain', 'queued' FROM generate_series(1, 20) n`,
    )
    const atOnce = await Promise.all(Array.from({ length: 5 }, () => claim(1)))
    expect(atOnce.filter((build) => build !== undefined)).toHaveLength(1)
    expect(await claim(1)).toBeUndefined()
    expect((await claimed()).account).toBe('a')
    await builds.accept(request('b', 101))
    await builds.accept(request('b', 102))
    expect((await claim(1))?.account).toBe('b')
    expect(await claim(1)).toBeUndefined()
  })

  test('builds of one account are claimed in the order of their requests', async () => {
    const { builds, claimed } = await setUp()
    for (const release of [5, 3, 9]) await builds.accept(request('a', release))
    expect([named(await claimed()), named(await claimed()), named(await claimed())]).toEqual(['a5', 'a3', 'a9'])
  })

  test('concurrent claims take different builds', async () => {
    const { builds, claim } = await setUp()
    for (let release = 1; release <= 8; release++) await builds.accept(request('a', release))
    const taken = await Promise.all(Array.from({ length: 8 }, claim))
    const again = await Promise.all(Array.from({ length: 8 }, claim))
    const releases = [...taken, ...again].flatMap((build) => (build ? [build.release] : []))
    expect(new Set(releases).size).toBe(releases.length)
    expect(releases).toHaveLength(8)
  })

  test('a build is not claimed before its next attempt is due', async () => {
    const { builds, claim, claimed, fail } = await setUp()
    await builds.accept(request('a', 1))
    const build = await claimed()
    expect(await fail(build, 60_000)).toBe(true)
    expect(await claim()).toBeUndefined()
  })
})

describe('generations', () => {
  test('a newer one supersedes older ones, queued or running', async () => {
    const { knex, builds, claimed, complete, fail, progress } = await setUp()
    expect(await builds.accept(request('a', 1, 1))).toBe('queued')
    const running = await claimed()
    await builds.accept(request('a', 1, 2))
    await builds.accept(request('a', 1, 3))
    expect(await stateOf(knex, 1)).toEqual(['superseded', 'superseded', 'queued'])
    expect(await progress(running)).toBe(false)
    expect(await complete(running)).toBe(false)
    expect(await fail(running, null)).toBe(false)
    expect(await builds.renew(running.lease, leaseMs)).toBe(false)
  })

  test('an older one that arrives late is never built', async () => {
    const { knex, builds } = await setUp()
    await builds.accept(request('a', 1, 5))
    expect(await builds.accept(request('a', 1, 4))).toBe('superseded')
    expect(await stateOf(knex, 1)).toEqual(['superseded', 'queued'])
  })

  test('a repeated request changes nothing', async () => {
    const { knex, builds, claimed, complete } = await setUp()
    await builds.accept(request('a', 1))
    const build = await claimed()
    expect(await builds.accept(request('a', 1))).toBeUndefined()
    await complete(build)
    expect(await builds.accept(request('a', 1))).toBeUndefined()
    expect(await stateOf(knex, 1)).toEqual(['done'])
  })

  test('a release of another account with the same number is another release', async () => {
    const { knex, builds } = await setUp()
    await builds.accept(request('a', 1, 1))
    await builds.accept(request('b', 1, 2))
    expect(await stateOf(knex, 1)).toEqual(['queued', 'queued'])
  })
})

describe('leases', () => {
  const expire = (knex: Knex) =>
    knex('builds')
      .where({ state: 'running' })
      .update({ lease_until: knex.raw(`now() - interval '1 second'`) })

  test('a build with an expired lease returns to the queue, and its former holder can no longer settle it', async () => {
    const { knex, builds, claimed, complete } = await setUp()
    await builds.accept(request('a', 1))
    const lost = await claimed()
    expect(await builds.reclaim(3)).toEqual([])
    await expire(knex)
    expect(await builds.reclaim(3)).toMatchObject([{ release: 1, state: 'queued' }])
    expect((await knex('builds').first()).failure).toMatchObject({ message: expect.stringContaining('begins again') })
    const again = await claimed()
    expect(again.lease).not.toBe(lost.lease)
    expect(await complete(lost, 'old')).toBe(false)
    expect(await complete(again, 'new')).toBe(true)
    const settled = { state: 'done', content_version: 'new', losses: 1, failure: null }
    expect(await knex('builds').first()).toMatchObject(settled)
  })

  test('a build that loses its process too often fails', async () => {
    const { knex, builds, claim, claimed } = await setUp()
    await builds.accept(request('a', 1))
    for (const state of ['queued', 'queued', 'failed']) {
      await claimed()
      await expire(knex)
      expect(await builds.reclaim(3)).toMatchObject([{ state }])
    }
    expect(await claim()).toBeUndefined()
    const failure = { code: 'worker-lost', message: expect.stringContaining('crashed its process repeatedly') }
    expect(await knex('builds').first()).toMatchObject({ failure })
  })

  test('a heartbeat renews a lease that is still held, and no other', async () => {
    const { knex, builds, claimed } = await setUp()
    await builds.accept(request('a', 1))
    const { lease } = await claimed()
    await expire(knex)
    expect(await builds.renew(randomUUID(), leaseMs)).toBe(false)
    expect(await builds.renew(lease, leaseMs)).toBe(true)
    expect(await builds.reclaim(3)).toEqual([])
  })

  test.each([
    [
      'that waits',
      Object.assign(new Error('no connection'), { code: 'ECONNREFUSED' }),
      'waits',
      { attempts: 0, waits: 1 },
    ],
    ['that failed', new Error('broken'), 'retried', { attempts: 1, waits: 0 }],
  ] as const)(
    'a build %s is settled when the database is available again, and has not lost its process',
    async (_, error, outcome, counts) => {
      const { knex, builds, reports, claimed } = await setUp()
      await builds.accept(request('a', 1))
      const build = await claimed()
      let refusals = 0
      /** The first call finds no database. */
      const refusedOnce = <Args extends unknown[], T>(settle: (...args: Args) => Promise<T>) => {
        return async (...args: Args): Promise<T> => {
          if (refusals++ === 0) throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
          return await settle(...args)
        }
      }
      const pool = { forBuild: () => ({}) }
      const context = {
        renderer: pool,
        decoder: pool,
        budgets: {},
        basemaps: { vectors: { archives: [] } },
        releases: { call: () => Promise.reject(error) },
      } as unknown as BuildContext
      const { signal } = new AbortController()
      const work = {
        builds: { ...builds, release: refusedOnce(builds.release) },
        reports: { ...reports, fail: refusedOnce(reports.fail) },
        context,
        settings: { BUILD_ATTEMPTS: 3 } as Work['settings'],
        log: workerOptions.log,
      }
      const held = { signal, abandoned: signal, lost: () => undefined }
      expect([await workOnBuild(build, work, held), refusals]).toEqual([outcome, 2])
      expect(await knex('builds').first()).toMatchObject({ state: 'queued', losses: 0, ...counts })
    },
  )

  test('a further attempt numbers its reports after the last one of the attempt before', async () => {
    const { builds, reports, claimed } = await setUp()
    await builds.accept(request('a', 1))
    expect(await reports.fail(await claimed(), { ...failed, sequence: 7 }, 0, [])).toBe(true)
    expect(await claimed()).toMatchObject({ attempts: 1, sequence: 7 })
  })

  test('waiting for an unavailable dependency does not count as an attempt', async () => {
    const { knex, builds, claimed } = await setUp()
    await builds.accept(request('a', 1))
    await builds.release(await claimed(), 0, true)
    expect(await claimed()).toMatchObject({ attempts: 0, waits: 1 })
    expect(await builds.load()).toMatchObject({ waiting: 0, running: 1 })
    expect(await stateOf(knex, 1)).toEqual(['running'])
  })
})
