import { sweepOrphans } from '@guidebook/service-kit'
import { expect } from 'vitest'
import { findUnusedCovers } from '../src/guidebook/queries.ts'
import { type Fixture, it } from './fixture.ts'

let fixture: Fixture
it.beforeAll(async ({ shared }) => {
  fixture = shared
})

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

it('only a cover that no guidebook refers to is removed, a day later', async () => {
  const me = fixture.newPartner()
  await me.guidebook('COVERED', { imageBase64: png })
  const { database, objectStore } = fixture
  const prefix = `geodata/${me.account}/covers`
  const orphan = await objectStore.putByContent(prefix, Buffer.from('left over'), { contentType: 'image/png' })
  const keys = async () => (await Array.fromAsync(objectStore.list(`${prefix}/`))).map(({ key }) => key)
  const sweep = (hours: number) =>
    sweepOrphans({
      objectStore,
      clock: { now: () => new Date(Date.now() + hours * 3_600_000) },
      prefix: 'geodata/',
      findUnused: (account, keys) => findUnusedCovers(database.knex, account, keys),
    })
  await sweep(23)
  expect(await keys()).toHaveLength(2)
  await sweep(25)
  expect(await keys()).toHaveLength(1)
  expect(await keys()).not.toContain(orphan.key)
})
