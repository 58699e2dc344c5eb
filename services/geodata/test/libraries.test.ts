import { expect } from 'vitest'
import { type Fixture, it } from './fixture.ts'

let fixture: Fixture
it.beforeAll(async ({ shared }) => {
  fixture = shared
})

it('the Location of a new library returns it, and its entity tag allows a change', async () => {
  const me = fixture.newPartner()
  const created = await me.post('/content/library', { account: me.account, customId: 'Ä B%', names: { en: 'Huts' } })
  const location = created.headers.get('location') ?? ''
  const read = await me.get(location)
  expect([read.status, read.body]).toEqual([200, created.body])
  expect(read.headers.get('etag')).toBe(created.headers.get('etag'))
  const change = { account: me.account, names: { en: 'Hotels' } }
  const changed = await me.put(location, change, { 'if-match': read.headers.get('etag') ?? '' })
  expect([changed.status, changed.body.names]).toEqual([200, { en: 'Hotels' }])
})

it('a library of another account is missing', async () => {
  const [me, other] = [fixture.newPartner(), fixture.newPartner()]
  await me.library('LIB')
  expect((await other.get('/content/library/LIB')).status).toBe(404)
  expect((await other.get(`/content/library/LIB?account=${me.account}`)).status).toBe(403)
})

it('a request for a new custom ID may name the account', async () => {
  const [me, other] = [fixture.newPartner(), fixture.newPartner()]
  await me.library()
  const { id } = (await me.poi('P')).body
  const rename = (account: string) => me.patch(`/content/geodata/${id}/externalid`, { account, value: 'Q' })
  expect((await rename(other.account)).status).toBe(403)
  expect((await rename(me.account)).body.customId).toBe('Q')
})
