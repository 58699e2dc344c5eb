import { describe, expect } from 'vitest'
import { type Fixture, test } from './fixture.ts'

let fixture: Fixture
test.beforeAll(async ({ shared }) => {
  fixture = shared
  fixture.forget()
})

describe('the descendants of a key', () => {
  const make = async (key: string): Promise<{ id: string; key: string; parent: string | null }> =>
    (await fixture.as(key)('POST', '/account/keys')).body
  const statusOf = async ({ key }: { key: string }) => (await fixture.as(key)('GET', '/account')).status

  test('are recorded: each key has the key that created it as parent', async () => {
    const { key = '', keyId, id } = await fixture.account()
    const child = await make(key)
    expect(child.parent).toBe(keyId)
    const parents = [
      { id: keyId, parent: null },
      { id: child.id, parent: keyId },
    ]
    expect((await fixture.as(key)('GET', '/account')).body.keys).toMatchObject(parents)
    expect((await fixture.admin('GET', `/admin/accounts/${id}/keys`)).body.keys).toMatchObject(parents)
  })

  test('are revoked with it on request, other keys of the account are not', async () => {
    const { key = '', id } = await fixture.account()
    const leaked = await make(key)
    const sibling = await make(key)
    const child = await make(leaked.key)
    const grandchild = await make(child.key)
    await fixture.as(key)('DELETE', `/account/keys/${child.id}`)
    expect(await statusOf(grandchild)).toBe(200)

    const revoked = await fixture.as(key)('DELETE', `/account/keys/${leaked.id}?descendants=true`)
    expect(revoked.status).toBe(204)
    expect([await statusOf(leaked), await statusOf(grandchild)]).toEqual([401, 401])
    expect(await statusOf(sibling)).toBe(200)
    const again = `/admin/accounts/${id}/keys/${leaked.id}?descendants=true`
    expect((await fixture.admin('DELETE', again)).status).toBe(404)
  })

  test('can be revoked after the key itself was', async () => {
    const { key = '', id } = await fixture.account()
    const leaked = await make(key)
    const child = await make(leaked.key)
    await fixture.as(key)('DELETE', `/account/keys/${leaked.id}`)
    expect(await statusOf(child)).toBe(200)
    const path = `/admin/accounts/${id}/keys/${leaked.id}`
    expect((await fixture.admin('DELETE', path)).status).toBe(404)
    expect((await fixture.admin('DELETE', `${path}?descendants=true`)).status).toBe(204)
    expect(await statusOf(child)).toBe(401)
  })

  test('do not outlive it when created during its revocation, also at a gateway that has cached it', async () => {
    await using replica = await fixture.startReplica()
    const { key = '', keyId, id } = await fixture.account()
    const create = (url: string) => fetch(`${url}/account/keys`, { method: 'POST', headers: { authorization: key } })
    expect((await create(replica.url)).status).toBe(201)
    const creations = Array.from({ length: 10 }, () => create(replica.url))
    const revoked = fixture.admin('DELETE', `/admin/accounts/${id}/keys/${keyId}?descendants=true`)
    expect((await revoked).status).toBe(204)
    const statuses = (await Promise.all([...creations, create(replica.url)])).map(({ status }) => status)
    expect(statuses.at(-1)).toBe(401)
    expect((await fixture.admin('GET', `/admin/accounts/${id}/keys`)).body.keys).toEqual([])
  })

  test('of another account are not found', async () => {
    const [mine, other] = [await fixture.account(), await fixture.account()]
    const path = `/account/keys/${other.keyId}?descendants=true`
    expect((await fixture.as(mine.key ?? '')('DELETE', path)).status).toBe(404)
    expect(await statusOf({ key: other.key ?? '' })).toBe(200)
  })
})
