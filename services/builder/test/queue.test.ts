import { randomUUID } from 'node:crypto'
import { fail } from '@guidebook/service-kit'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { stepPercents } from '../src/outcome/steps.ts'
import { type Fixture, inTime, startFixture } from './builder-fixture.ts'
import {
  aGuidebook,
  anInput,
  aRequest,
  aText,
  type InputFields,
  inAccount,
  nextGeneration,
  requestFor,
} from './fixtures.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let fixture: Fixture
beforeAll(async () => {
  fixture = await startFixture()
})
afterEach(() => fixture.reset())
afterAll(() => fixture[Symbol.asyncDispose]())

const onDemand = (account: string, fields: InputFields = {}) =>
  anInput(fixture.stubs, account, {
    ...fields,
    release: { kind: 'on-demand', ...fields.release },
    input: { request: aRequest(), ...fields.input },
  })

const states = async () =>
  (await fixture.database.knex('builds').orderBy(['release', 'generation'])).map(
    ({ state }: { state: string }) => state,
  )

/** Blocks every build at one operation until `release` is called; counts the blocked ones. */
function holdAt(operation: string) {
  const { promise, resolve: release } = Promise.withResolvers<void>()
  const holding = { held: 0, release }
  fixture.stubs.before = async (asked) => {
    if (asked !== operation) return
    holding.held++
    await promise
  }
  return holding
}

describe('messages', () => {
  test('the same request twice is built once', async () => {
    await fixture.start()
    const input = onDemand(randomUUID())
    const id = await fixture.request(requestFor(input))
    await fixture.request(requestFor(input), { id })
    await fixture.completion({ release: input.release.id, generation: 1 })
    // The same request in another message, after the build.
    await fixture.request(requestFor(input))
    const other = onDemand(randomUUID())
    await fixture.request(requestFor(other))
    await fixture.completion({ release: other.release.id, generation: 1 })
    expect(fixture.completed.filter(({ data }) => data.release === input.release.id)).toHaveLength(1)
    expect(await states()).toEqual(['done', 'done'])
  })

  test('an invalid message becomes a dead letter and blocks no other', async () => {
    await fixture.start()
    await fixture.bus.sendRaw('release.build-requested.v1', Buffer.from('not json'))
    await fixture.bus.deadLetters('builder', 'release.build-requested.v1', 1)
    const input = onDemand(randomUUID())
    await fixture.request(requestFor(input))
    await fixture.completion({ release: input.release.id, generation: 1 })
  })
})

describe('generations', () => {
  test('a newer one replaces an older one that is being built', async () => {
    await fixture.start()
    const input = onDemand(randomUUID())
    const holding = holdAt('storeGuidebook')
    await fixture.request(requestFor(input))
    await inTime(() => holding.held === 1)
    const next = nextGeneration(fixture.stubs, input)
    await fixture.request(requestFor(next))
    await inTime(() => holding.held === 2)
    holding.release()
    await fixture.completion({ release: input.release.id, generation: 2 })
    expect(await states()).toEqual(['superseded', 'done'])
    expect(fixture.completed).toHaveLength(1)
    expect(fixture.stubs.stored.get(input.release.key)?.guidebook.generation).toBe(2)
  })

  test('one that releases reports as outdated is superseded', async () => {
    await fixture.start()
    const input = onDemand(randomUUID())
    nextGeneration(fixture.stubs, input)
    await fixture.request(requestFor(input))
    await inTime(async () => (await states())[0] === 'superseded')
    expect([...fixture.completed, ...fixture.failed]).toEqual([])
  })

  test('one whose release is gone is superseded', async () => {
    await fixture.start()
    const input = onDemand(randomUUID())
    fixture.stubs.inputs.clear()
    await fixture.request(requestFor(input))
    await inTime(async () => (await states())[0] === 'superseded')
  })
})

describe('a worker', () => {
  test.each(['readBuildInput', 'readGuidebookContent', 'readTrack', 'storeGuidebook'])(
    'whose lease expires at %s is replaced, with one result',
    async (operation) => {
      const account = randomUUID()
      const guidebook = aGuidebook(fixture.stubs, account)
      guidebook.stages.length = 1
      const input = anInput(fixture.stubs, account, {
        release: { kind: 'customized' },
        input: { guidebook: { id: guidebook.id } },
      })
      const holding = holdAt(operation)
      // Its heartbeat is too rare: to others it looks like a killed process.
      await fixture.start({ BUILD_LEASE: '1h', BUILD_HEARTBEAT: '30m', BUILD_PARALLELISM: '1' })
      await fixture.request(requestFor(input))
      await inTime(() => holding.held > 0)
      const { knex } = fixture.database
      await knex('builds').update({ lease_until: knex.raw(`now() - interval '1 second'`) })
      await fixture.start()
      await inTime(async () => (await knex('builds').first()).losses === 1)
      holding.release()
      await fixture.completion({ release: input.release.id, generation: 1 })
      await inTime(async () => (await states())[0] === 'done')
      // By then all messages of both workers have been sent.
      await inTime(async () => (await knex('outbox')).length === 0)
      expect(fixture.completed).toHaveLength(1)
      expect(fixture.failed).toEqual([])
      expect(fixture.stubs.stored.get(input.release.key)?.version).toBe(1)
    },
  )

  test('that is stopped releases its build immediately', async () => {
    const input = onDemand(randomUUID())
    const holding = holdAt('storeGuidebook')
    const first = await fixture.start({ BUILD_LEASE: '1h', BUILD_HEARTBEAT: '30m' })
    await fixture.request(requestFor(input))
    await inTime(() => holding.held === 1)
    await first.stop()
    expect(await fixture.database.knex('builds').first()).toMatchObject({ state: 'queued', attempts: 0, losses: 0 })
    holding.release()
    await fixture.start()
    await fixture.completion({ release: input.release.id, generation: 1 })
  })

  test('keeps a long build by its heartbeat', async () => {
    const input = onDemand(randomUUID())
    const holding = holdAt('storeGuidebook')
    await fixture.start({ BUILD_LEASE: '2s', BUILD_HEARTBEAT: '100ms' })
    await fixture.start({ BUILD_LEASE: '2s', BUILD_HEARTBEAT: '100ms' })
    await fixture.request(requestFor(input))
    await inTime(() => holding.held === 1)
    const { knex } = fixture.database
    const { lease_until: before } = await knex('builds').first()
    await inTime(async () => (await knex('builds').first()).lease_until > before.getTime() + 2_500)
    holding.release()
    await fixture.completion({ release: input.release.id, generation: 1 })
    expect(await knex('builds').first()).toMatchObject({ losses: 0, state: 'done' })
  })
})

describe('accounts', () => {
  test('one with many builds does not delay the first build of another', async () => {
    const many = randomUUID()
    const holding = holdAt('readBuildInput')
    await fixture.start({ BUILD_PARALLELISM: '1' })
    const inputs = Array.from({ length: 5 }, () => onDemand(many))
    for (const input of inputs) await fixture.request(requestFor(input))
    await inTime(async () => (await states()).length === 5)
    const other = onDemand(randomUUID())
    await fixture.request(requestFor(other))
    await inTime(async () => (await states()).length === 6)
    holding.release()
    await inTime(() => fixture.completed.length === 6)
    const order = await fixture.database.knex('builds').orderBy('settled_at').pluck('account')
    // Both were running when they were released: either may have ended first.
    expect(order.indexOf(other.release.account)).toBeLessThanOrEqual(1)
  })
})

describe('failures', () => {
  test('a build waits for an unavailable service without failing', async () => {
    const account = randomUUID()
    const guidebook = aGuidebook(fixture.stubs, account)
    const input = anInput(fixture.stubs, account, { input: { guidebook: { id: guidebook.id } } })
    fixture.geodata.down()
    await fixture.start()
    await fixture.request(requestFor(input))
    const { knex } = fixture.database
    await inTime(async () => (await knex('builds').first())?.waits >= 1)
    await inTime(() => fixture.progressed.some(({ data }) => data.message?.startsWith('Waiting:')))
    fixture.geodata.up()
    await fixture.completion({ release: input.release.id, generation: 1 })
    expect(fixture.failed).toEqual([])
    expect(await knex('builds').first()).toMatchObject({ attempts: 0, state: 'done' })
  })

  test('a fault that another attempt would not fix fails the build at once, with a message', async () => {
    await fixture.start()
    const input = anInput(fixture.stubs, randomUUID(), { input: { guidebook: { id: randomUUID() } } })
    await fixture.request(requestFor(input))
    await inTime(() => fixture.failed.length === 1)
    expect(fixture.failed[0]?.data).toMatchObject({
      release: input.release.id,
      code: 'guidebook-not-found',
      message: 'The guidebook of the release no longer exists.',
      willRetry: false,
    })
    expect(await fixture.database.knex('builds').first()).toMatchObject({ state: 'failed', attempts: 1 })
  })

  test.each(['readGuidebookContent', 'readItemContents'])(
    'content that is too large for geodata (%s) fails the build at once with a remedy',
    async (refusing) => {
      fixture.stubs.before = (operation) => {
        if (operation === refusing) fail('payload-too-large')
      }
      await fixture.start()
      const account = randomUUID()
      const { stubs } = fixture
      const { id: link } = inAccount(stubs, account)(aText('T-1'))
      const request = aRequest({
        guidebook: { title: 'Trip', stages: [{ number: 1, title: 'Day 1', texts: [{ libraryReference: { link } }] }] },
      })
      const input =
        refusing === 'readItemContents'
          ? onDemand(account, { input: { request } })
          : anInput(stubs, account, { input: { guidebook: { id: aGuidebook(stubs, account).id } } })
      await fixture.request(requestFor(input))
      await inTime(() => fixture.failed.length === 1)
      expect(fixture.failed[0]?.data).toMatchObject({
        release: input.release.id,
        code: 'content-too-large',
        message: expect.stringContaining('Shorten texts or name fewer items'),
        willRetry: false,
      })
      expect(await fixture.database.knex('builds').first()).toMatchObject({ state: 'failed', attempts: 1 })
    },
  )

  test('an unexpected error is retried a limited number of times, and exposes no internals', async () => {
    fixture.stubs.before = (operation) => {
      if (operation === 'storeGuidebook') throw new Error('internals')
    }
    await fixture.start({ BUILD_ATTEMPTS: '2' })
    const input = onDemand(randomUUID())
    await fixture.request(requestFor(input))
    await inTime(() => fixture.failed.length === 1)
    const { knex } = fixture.database
    await knex('builds').update({ due_at: knex.fn.now() })
    await inTime(() => fixture.failed.length === 2)
    expect(fixture.failed.map(({ data }) => [data.code, data.willRetry])).toEqual([
      ['internal-error', true],
      ['internal-error', false],
    ])
    expect(JSON.stringify(fixture.failed)).not.toContain('internals')
    expect(await states()).toEqual(['failed'])
  })

  test('a newer generation of a failed one is built', async () => {
    await fixture.start()
    const input = anInput(fixture.stubs, randomUUID(), { input: { guidebook: { id: randomUUID() } } })
    await fixture.request(requestFor(input))
    await inTime(() => fixture.failed.length === 1)
    const guidebook = aGuidebook(fixture.stubs, input.release.account)
    const next = nextGeneration(fixture.stubs, input, { guidebook: { id: guidebook.id } })
    await fixture.request(requestFor(next))
    await fixture.completion({ release: input.release.id, generation: 2 })
  })
})

describe('progress', () => {
  test('is reported by step with increasing numbers, and each warning once', async () => {
    await fixture.start()
    const input = onDemand(randomUUID(), { release: { translate: true, lang: 'fr' } })
    await fixture.request(requestFor(input))
    const { warnings, steps } = await fixture.completion({ release: input.release.id, generation: 1 })
    const reports = fixture.progressed.map(({ data }) => data)
    expect(reports.length).toBeGreaterThan(0)
    for (const [index, report] of reports.entries()) {
      expect(report.percent).toBeGreaterThan(reports[index - 1]?.percent ?? 0)
      expect(report.sequence).toBeGreaterThan(reports[index - 1]?.sequence ?? 0)
    }
    expect(warnings.map(({ code }) => code)).toEqual(['translation-not-configured'])
    expect(steps?.map(({ step }) => step)).toEqual(Object.keys(stepPercents))
    expect(await fixture.database.knex('builds').first()).toMatchObject({
      percent: 100,
      steps: expect.arrayContaining([{ step: 'rendering', ms: expect.any(Number) }]),
    })
  })
})
