import { type Operation, operations } from '@guidebook/contracts'
import { serviceIdentity } from '@guidebook/service-kit'
import { supportIdentity } from '@guidebook/service-kit/test'
import { beforeEach, describe, expect } from 'vitest'
import { adminToken, type Fixture, test } from './fixture.ts'

let fixture: Fixture
let id: string
let key: string
/** What is no admin token. */
let others: string[]
test.beforeAll(async ({ shared }) => {
  fixture = shared
  fixture.forget()
  ;({ id = '', key = '' } = await fixture.account())
  const signed = await Promise.all([
    fixture.keys.issuer('releases').sign({ audience: 'gateway', identity: serviceIdentity('releases') }),
    fixture.keys.issuer('gateway').sign({ audience: 'gateway', identity: supportIdentity(id) }),
  ])
  others = [key, ...[key, ...signed].map((token) => `Bearer ${token}`), adminToken, '']
})
beforeEach(() => fixture.forget())

const all: Operation[] = Object.values(operations)
const admin = all.filter(({ audience }) => audience === 'admin')
const named = (list: Operation[]) => list.map((operation) => [operation.id, operation] as const)
/** What any service received. */
const received = () => Object.values(fixture.fakes).flatMap((fake) => fake.received)

/** The path of the operation, with the account in place of every parameter. */
const pathOf = ({ path }: Operation, account: string) => path.replaceAll(/\{\w+\}/g, account)

describe.each(named(admin))('%s', (_, operation) => {
  test('refuses every token but the admin token', async () => {
    for (const authorization of others) {
      const answer = await fixture.admin(operation.method, pathOf(operation, id), { headers: { authorization } })
      expect([answer.status, answer.body.code], authorization.slice(0, 12)).toEqual([401, 'unauthorized'])
    }
    expect(received()).toEqual([])
  })

  test('is not on the public listener', async () => {
    const headers = [{ authorization: key }, { authorization: `Bearer ${adminToken}` }, {}]
    for (const some of headers) {
      expect((await fixture.call(operation.method, pathOf(operation, id), { headers: some })).status).toBe(404)
    }
    expect(received()).toEqual([])
  })
})

describe('a forwarded admin operation', () => {
  test.each(named(admin.filter(({ service }) => service !== 'gateway')))(
    '%s goes to the service that owns it, as support',
    async (_, operation) => {
      const path = pathOf(operation, id)
      const headers = { 'x-request-id': 'asked-by-support', 'idempotency-key': 'k-1' }
      await fixture.admin(operation.method, path, { headers })
      expect(received()).toHaveLength(1)
      const account = operation.path.includes('{account_id}') ? id : null
      expect(fixture.last(operation.service as 'importer')).toMatchObject({
        method: operation.method,
        url: path,
        headers,
        identity: { scope: 'support', issuer: 'gateway', actor: 'support', account },
      })
    },
  )

  test('is not found for an account that does not exist, and nothing is forwarded', async () => {
    const ofAccount = admin.filter(({ service, path }) => service !== 'gateway' && path.includes('{account_id}'))
    for (const operation of ofAccount) {
      for (const account of ['nobody', '00000000-0000-7000-8000-000000000000']) {
        const { status, body } = await fixture.admin(operation.method, pathOf(operation, account))
        expect([status, body.code], operation.id).toEqual([404, 'not-found'])
      }
    }
    expect(received()).toEqual([])
  })

  test('names the methods of its path', async () => {
    const refused = await fixture.admin('PATCH', `/admin/accounts/${id}/webhook`)
    expect([refused.status, refused.headers.get('allow')?.split(', ').toSorted()]).toEqual([
      405,
      ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PUT'],
    ])
  })

  test('refuses a body above its limit', async () => {
    const json = { url: `https://receiver.example/${'x'.repeat(1024 * 1024)}` }
    expect((await fixture.admin('PUT', `/admin/accounts/${id}/webhook`, { json })).status).toBe(413)
    expect(received()).toEqual([])
  })

  test('reports a service that is unavailable', async () => {
    await using other = await fixture.startOther({ RELEASES_URL: 'http://127.0.0.1:9' })
    const { status, body, headers } = await other.admin('GET', '/admin/releases?name=1')
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'part-unavailable', '5'])
  })
})
