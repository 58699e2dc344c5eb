import { sweepOrphans } from '@guidebook/service-kit'
import { expect } from 'vitest'
import { findUnusedCovers } from '../src/guidebook/queries.ts'
import { itemImages } from '../src/image/stored-image.ts'
import { findUnusedImages } from '../src/item/queries.ts'
import { type Fixture, it, png } from './fixture.ts'
import type { Partner } from './partner.ts'

let fixture: Fixture
it.beforeAll(async ({ shared }) => {
  fixture = shared
})

const kinds = [
  {
    what: 'a cover that no guidebook refers to',
    prefix: 'geodata/',
    under: ({ account }: Partner) => `geodata/${account}/covers`,
    store: (me: Partner) => me.guidebook('COVERED', { imageBase64: png }),
    findUnused: findUnusedCovers,
  },
  {
    what: 'an image that no item refers to',
    prefix: itemImages,
    under: ({ account }: Partner) => `${itemImages}${account}`,
    store: async (me: Partner) => {
      await me.library()
      await me.poi('PICTURED', { imageBase64: png })
    },
    findUnused: findUnusedImages,
  },
]

it.each(kinds)('only $what is removed, a day later', async ({ prefix, under, store, findUnused }) => {
  const me = fixture.newPartner()
  await store(me)
  const { database, objectStore } = fixture
  const folder = under(me)
  const orphan = await objectStore.putByContent(folder, Buffer.from('left over'), { contentType: 'image/png' })
  const keys = async () => (await Array.fromAsync(objectStore.list(`${folder}/`))).map(({ key }) => key)
  const sweep = (hours: number) =>
    sweepOrphans({
      objectStore,
      clock: { now: () => new Date(Date.now() + hours * 3_600_000) },
      prefix,
      findUnused: (account, keys) => findUnused(database.knex, account, keys),
    })
  await sweep(23)
  expect(await keys()).toHaveLength(2)
  await sweep(25)
  expect(await keys()).toHaveLength(1)
  expect(await keys()).not.toContain(orphan.key)
})
