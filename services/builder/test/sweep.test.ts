import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Completed, type Fixture, startFixture } from './builder-fixture.ts'
import { aGuidebook, anInput, nextGeneration, requestFor } from './fixtures.ts'
import { textOfPdf } from './read-artifacts.ts'
import { sweepObjects } from './sweep-objects.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let fixture: Fixture
beforeAll(async () => {
  fixture = await startFixture()
  await fixture.start()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const day = 24 * 60 * 60 * 1_000

/** Sweeps as if this many hours had passed. */
async function sweepAfter(hours: number): Promise<number> {
  const { knex } = fixture.database
  const earlier = (column: string) => knex.raw(`?? - ? * interval '1 hour'`, [column, hours])
  await knex('artifacts').update({ used_at: earlier('used_at') })
  await knex('build_objects')
    .whereNotNull('dropped_at')
    .update({ dropped_at: earlier('dropped_at') })
  return await sweepObjects(fixture, new Date(Date.now() + (hours * day) / 24))
}

const there = async ({ artifacts }: Completed) => {
  const { pdf, page, languages, gpx, bundle } = artifacts
  const keys = [pdf, page, languages?.[0], gpx?.zip, gpx?.files[0], bundle]
  return await Promise.all(keys.map((part) => fixture.store.exists(part?.key ?? '')))
}

const everything = [true, true, true, true, true, true]
const nothing = everything.map(() => false)

test('objects of a release stay; its former objects are removed after a day', async () => {
  const { stubs } = fixture
  const account = randomUUID()
  const guidebook = aGuidebook(stubs, account)
  guidebook.descriptions = { en: '<p>Welcome</p>', de: '<p>Willkommen</p>' }
  const input = anInput(stubs, account, { input: { guidebook: { id: guidebook.id } } })
  await fixture.request(requestFor(input))
  const first = await fixture.completion({ release: input.release.id, generation: 1 })
  expect(await sweepAfter(30)).toBe(0)
  expect(await there(first)).toEqual(everything)

  guidebook.titles = { en: 'Renamed', de: 'Umbenannt' }
  await fixture.request(requestFor(nextGeneration(stubs, input)))
  const second = await fixture.completion({ release: input.release.id, generation: 2 })
  expect(await sweepAfter(20)).toBe(0)
  expect(await there(first)).toEqual(everything)

  expect(await sweepAfter(30)).toBeGreaterThan(5)
  expect(await there(first)).toEqual(nothing)
  expect(await there(second)).toEqual(everything)
  for (const { key } of second.artifacts.gpx?.courses ?? []) expect(await fixture.store.exists(key)).toBe(true)
})

test('a preview has another watermark and no booking code, and its objects are removed after a day', async () => {
  const { stubs } = fixture
  const account = randomUUID()
  const guidebook = aGuidebook(stubs, account)
  guidebook.descriptions = { en: '<p>Welcome</p>', de: '<p>Willkommen</p>' }
  const input = anInput(stubs, account, { input: { guidebook: { id: guidebook.id }, preview: true } })
  await fixture.request(requestFor(input))
  const completed = await fixture.completion({ release: input.release.id, generation: 1 })
  const text = await textOfPdf(fixture.store, completed)
  expect(text).toContain('PREVIEW')
  expect(text).not.toContain(String(input.release.downloadCode))
  expect(await sweepAfter(20)).toBe(0)
  expect(await there(completed)).toEqual(everything)
  expect(await sweepAfter(30)).toBeGreaterThan(5)
  expect(await there(completed)).toEqual(nothing)
})

test('new objects and objects of other services are not removed', async () => {
  const { store } = fixture
  const { key } = await store.putByContent(`builder/${randomUUID()}`, Buffer.from('x'), { contentType: 'text/plain' })
  const other = await store.putByContent('geodata/a', Buffer.from('y'), { contentType: 'text/plain' })
  expect(await sweepAfter(0)).toBe(0)
  expect(await store.exists(key)).toBe(true)
  expect(await sweepAfter(25)).toBe(1)
  expect(await store.exists(key)).toBe(false)
  expect(await store.exists(other.key)).toBe(true)
})
