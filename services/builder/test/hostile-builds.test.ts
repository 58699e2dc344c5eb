import { randomUUID } from 'node:crypto'
import { fail } from '@guidebook/service-kit'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Fixture, inTime, startFixture } from './builder-fixture.ts'
import { aGuidebook, anInput, aText, nextGeneration, requestFor } from './fixtures.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

let fixture: Fixture
beforeAll(async () => {
  fixture = await startFixture()
})
afterEach(() => fixture.reset())
afterAll(() => fixture[Symbol.asyncDispose]())

/** A release of a small guidebook with additional texts. */
function aRelease(account: string, html: readonly string[] = []) {
  const guidebook = aGuidebook(fixture.stubs, account)
  guidebook.stages.length = 1
  const texts = html.map((text, index) => ({ ...aText(`HOSTILE-${index}`), descriptions: { en: text } }))
  guidebook.generalInfo.push(...texts)
  return anInput(fixture.stubs, account, { input: { guidebook: { id: guidebook.id } } })
}

/** HTML that would cost the parser minutes and the typesetter gigabytes. */
const hostile = [
  '<b>'.repeat(66_000),
  `<ul><li>Shown</li>${'<li></li>'.repeat(19_900)}</ul>`,
  '<ul><li>'.repeat(20_000),
]

/** Blocks the builds of these accounts. Once unblocked, they end because their release no longer exists: no test waits for them. */
function hold(accounts: readonly string[]) {
  const held: (() => void)[] = []
  fixture.stubs.before = async (operation, account) => {
    if (operation !== 'readBuildInput' || !accounts.includes(account)) return
    await new Promise<void>((resolve) => held.push(resolve))
    fail('not-found')
  }
  return held
}
const removeQueued = () => fixture.database.knex('builds').where({ state: 'queued' }).delete()

test('a build of another account completes while all slots available to one account are blocked', async () => {
  const account = randomUUID()
  const held = hold([account])
  // No lease expires on a busy machine: a reserved slot could then claim the lost build.
  const slots = { BUILD_PARALLELISM: '2', BUILD_RESERVED: '1', BUILD_LEASE: '1h', BUILD_HEARTBEAT: '30m' }
  await fixture.start(slots)
  await fixture.start(slots)
  for (let index = 0; index < 10; index++) await fixture.request(requestFor(aRelease(account)))
  const { knex } = fixture.database
  const running = () => knex('builds').where({ account, state: 'running' })
  // One more when a reserved slot claims the account's first build.
  await inTime(async () => (await running()).length >= 4)
  const bystander = aRelease(randomUUID())
  await fixture.request(requestFor(bystander))
  await fixture.completion({ release: bystander.release.id, generation: 1 })
  const blocked = await running()
  await removeQueued()
  for (const release of held) release()
  expect(blocked.length).toBeGreaterThanOrEqual(4)
})

test("with builds of three accounts in every slot and in the queue, another account's build starts next", async () => {
  const accounts: string[] = [randomUUID(), randomUUID(), randomUUID()]
  const held = hold(accounts)
  await fixture.start({ BUILD_PARALLELISM: '2', BUILD_RESERVED: '1' })
  const { knex } = fixture.database
  for (const [index, account] of accounts.entries()) {
    await fixture.request(requestFor(aRelease(account)))
    await inTime(() => held.length === index + 1)
  }
  for (const account of [...accounts, ...accounts, ...accounts]) await fixture.request(requestFor(aRelease(account)))
  await inTime(async () => (await knex('builds')).length === 12)
  const bystander = aRelease(randomUUID())
  await fixture.request(requestFor(bystander))
  await inTime(async () => (await knex('builds')).length === 13)
  held.shift()?.()
  await fixture.completion({ release: bystander.release.id, generation: 1 })
  const { requested_at: since, started_at: until } = await knex('builds')
    .where({ release: bystander.release.id })
    .first()
  expect(await knex('builds').whereIn('account', accounts).whereBetween('started_at', [since, until])).toEqual([])
  expect((await knex('builds').where({ state: 'queued' })).length).toBeGreaterThanOrEqual(8)
  await removeQueued()
  for (const release of held) release()
})

test('texts with too much markup are shown without it, with a warning each; the others keep theirs', async () => {
  await fixture.start()
  const input = aRelease(randomUUID(), [...hostile, '<p>Still <b>bold</b></p>'])
  await fixture.request(requestFor(input))
  const completed = await fixture.completion({ release: input.release.id, generation: 1 })
  expect(completed.warnings.map(({ code, externalId }) => [code, externalId])).toEqual([
    ['text-too-complex', 'HOSTILE-0'],
    ['text-too-complex', 'HOSTILE-1'],
    ['text-too-complex', 'HOSTILE-2'],
  ])
  const { generalInfo } = await fixture.pageOf(completed)
  const [, list] = generalInfo.slice(-4)
  expect(list).toMatchObject({ html: expect.stringMatching(/^(<p>)?Shown/) })
  expect(generalInfo.at(-1)).toMatchObject({ html: '<p>Still <b>bold</b></p>' })
})

test('a build whose drawing takes too long fails at once with a remedy, and its next generation is built', async () => {
  const impatient = await fixture.start({ RENDER_BUDGET: '1ms' })
  const input = aRelease(randomUUID())
  await fixture.request(requestFor(input))
  await inTime(() => fixture.failed.length === 1)
  expect(fixture.failed[0]?.data).toMatchObject({
    code: 'build-too-long',
    message: expect.stringContaining('Shorten its texts'),
    willRetry: false,
  })
  expect(await fixture.database.knex('builds').first()).toMatchObject({ state: 'failed', attempts: 1 })
  await impatient.stop()
  await fixture.start()
  await fixture.request(requestFor(nextGeneration(fixture.stubs, input)))
  await fixture.completion({ release: input.release.id, generation: 2 })
})

test('an image that needs too much memory becomes a placeholder and a warning with a remedy; the others are shown', async () => {
  const square = (edge: number) => sharp({ create: { width: edge, height: edge, channels: 3, background: '#a03030' } })
  const interlaced = await square(2_800).toColourspace('rgb16').png({ progressive: true }).toBuffer()
  const [attack, photograph] = [
    await fixture.keepImage(interlaced, 'image/png'),
    await fixture.keepImage(await square(1_200).jpeg().toBuffer()),
  ]
  await fixture.start({ IMAGE_MEMORY_MIB: '64' }, { decoder: undefined })
  const account = randomUUID()
  const guidebook = aGuidebook(fixture.stubs, account, photograph)
  guidebook.generalInfo.push({ ...aText('HOSTILE'), image: attack })
  const input = anInput(fixture.stubs, account, { input: { guidebook: { id: guidebook.id } } })
  await fixture.request(requestFor(input))
  const { warnings, artifacts } = await fixture.completion({ release: input.release.id, generation: 1 })
  expect(warnings).toMatchObject([
    {
      code: 'image-unreadable',
      externalId: 'HOSTILE',
      message: expect.stringMatching(/takes \d+ MiB .* without interlacing/),
    },
  ])
  expect(artifacts.images).toHaveLength(1)
})
