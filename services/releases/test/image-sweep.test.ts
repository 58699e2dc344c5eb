import { sweepOrphans } from '@guidebook/service-kit'
import { expect } from 'vitest'
import { findUnusedImages } from '../src/on-demand/queries.ts'
import { type Fixture, firstOfJune, it } from './fixture.ts'
import { onDemandRequest } from './partner.ts'
import { jpeg, png } from './pictures.ts'

let fixture: Fixture
it.beforeAll(async ({ shared }) => {
  fixture = shared
  fixture.clock.set(firstOfJune)
})

it('only an image that no request refers to any more is removed, a day later', async () => {
  const operator = fixture.newPartner()
  const { database, objectStore } = fixture
  const keys = async () =>
    (await Array.fromAsync(objectStore.list(`releases/${operator.account.id}/`))).map(({ key }) =>
      key.split('.').at(-1),
    )
  const sweep = (hours: number) =>
    sweepOrphans({
      objectStore,
      clock: { now: () => new Date(Date.now() + hours * 3_600_000) },
      prefix: 'releases/',
      findUnused: (account, keys) => findUnusedImages(database.knex, account, keys),
    })

  const first = await operator.onDemand({ guidebook: { imageBase64: png.toString('base64') } })
  await operator.onDemand({ guidebook: { imageBase64: jpeg.toString('base64') } })
  expect(await sweep(25)).toBe(0)
  const metadata = { operatorCode: first.downloadCode }
  await operator.put('/content/release/ondemand', onDemandRequest(operator.account.oid, { metadata }))
  expect(await sweep(23)).toBe(0)
  expect((await keys()).toSorted()).toEqual(['jpg', 'png'])
  expect(await sweep(25)).toBe(1)
  expect(await keys()).toEqual(['jpg'])
})
