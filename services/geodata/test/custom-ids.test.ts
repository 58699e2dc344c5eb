import { expect } from 'vitest'
import { it } from './fixture.ts'
import type { Partner } from './partner.ts'

let me: Partner
it.beforeAll(async ({ shared }) => {
  me = shared.newPartner()
  await me.library()
})

const rename = (id: string, value: unknown) => me.patch(`/content/geodata/${id}/externalid`, { value })

it('the custom ID of a route, a POI and a text is changed by internal ID, and addresses the item from then on', async () => {
  for (const kind of ['route', 'poi', 'text'] as const) {
    const { body } = await me[kind](`old-${kind}`)
    const renamed = await rename(body.id, `new ${kind} Ä/1`)
    expect([renamed.status, renamed.body.id, renamed.body.customId]).toEqual([200, body.id, `new ${kind} Ä/1`])
  }
  const named = { account: me.account, library: { customId: 'LIB' } }
  expect((await me.put('/content/geodata/poi', { ...named, customId: 'new poi Ä/1', lat: 1 })).status).toBe(200)
  expect((await me.put('/content/geodata/poi', { ...named, customId: 'old-poi', lat: 1 })).status).toBe(404)
})

it('setting the same custom ID changes nothing', async () => {
  const { body } = await me.poi('same')
  const again = await rename(body.id, 'same')
  expect([again.status, again.body]).toEqual([200, body])
})

it('a custom ID of another item in the library is 409; one of another library is accepted', async () => {
  await me.library('OTHER')
  const { body } = await me.poi('mine')
  await me.route('hers')
  await me.poi('elsewhere', { library: { customId: 'OTHER' } })
  const taken = await rename(body.id, 'hers')
  expect([taken.status, taken.body.code]).toEqual([409, 'custom-id-taken'])
  expect(taken.body.errors).toEqual([
    {
      pointer: '/value',
      code: 'custom-id-taken',
      message: 'another item of the same library or guidebook has this custom ID; choose another one',
    },
  ])
  expect((await rename(body.id, 'elsewhere')).status).toBe(200)
})

it('of two concurrent requests for one custom ID, one succeeds', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [one, other] = [await me.poi(`one-${round}`), await me.text(`other-${round}`)]
    const answers = await Promise.all([one, other].map(({ body }) => rename(body.id, `wanted-${round}`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const { body: list } = await me.get(`/content/geodata?customId=wanted-${round}`)
    expect(list.items).toHaveLength(1)
  }
})

it('the longest custom ID is accepted; a longer one, an empty one and a missing one are refused', async () => {
  const { body } = await me.poi('length')
  expect((await rename(body.id, 'é'.repeat(255))).status).toBe(200)
  for (const value of ['é'.repeat(256), '', null, 7, undefined]) {
    const refused = await rename(body.id, value)
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, '/value'])
  }
})
