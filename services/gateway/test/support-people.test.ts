import { hash, randomUUID } from 'node:crypto'
import { eventually } from '@guidebook/service-kit/test'
import { describe, expect } from 'vitest'
import { json } from './fake-service.ts'
import { adminToken, type Fixture, test } from './fixture.ts'

let fixture: Fixture
test.beforeAll(async ({ shared }) => {
  fixture = shared
  fixture.forget()
})

const newName = () => `anna-${randomUUID().slice(0, 8)}`
const createToken = async (name = newName()): Promise<{ id: string; name: string; token: string }> => {
  const { status, body } = await fixture.admin('POST', '/admin/tokens', { json: { name } })
  expect(status).toBe(201)
  return body
}
const withToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const statusWith = async (token: string) => (await fixture.admin('GET', '/admin/accounts', withToken(token))).status
const actionsBy = async (actor: string) =>
  (await fixture.admin('GET', `/admin/actions?actor=${encodeURIComponent(actor)}`)).body.items

describe('a personal admin token', () => {
  test('works beside the shared one until it is revoked; only its hash is stored', async () => {
    const { id, name, token } = await createToken()
    expect(token).toMatch(/^gba_[0-9A-Za-z]{36}$/)
    expect(await statusWith(token)).toBe(200)
    const stored = await fixture.database.knex('admin_tokens').where({ id }).first()
    expect(JSON.stringify(stored)).not.toContain(token)
    expect(stored.hash.toString('hex')).toBe(hash('sha256', token, 'hex'))
    const { items } = (await fixture.admin('GET', '/admin/tokens')).body
    expect(items.find((one: { id: string }) => one.id === id)).toMatchObject({
      name,
      createdBy: 'support',
      lastUsedAt: expect.any(String),
    })

    expect((await fixture.admin('DELETE', `/admin/tokens/${id}`)).status).toBe(204)
    expect(await statusWith(token)).toBe(401)
    expect((await fixture.admin('DELETE', `/admin/tokens/${id}`)).status).toBe(404)
    expect(await statusWith(adminToken)).toBe(200)
    await createToken(name)
  })

  test('has a name that no other one has', async () => {
    const { name } = await createToken()
    const { status, body } = await fixture.admin('POST', '/admin/tokens', { json: { name } })
    expect([status, body.code]).toEqual([409, 'admin-token-name-taken'])
    expect((await fixture.admin('POST', '/admin/tokens', { json: { name: 'Anna Bell' } })).status).toBe(422)
  })

  test('is refused when it is mistyped, unknown, or a key of a partner', async () => {
    const { token } = await createToken()
    const { key = '' } = await fixture.account()
    for (const wrong of [`${token}x`, token.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x')), key, '', 'gba_']) {
      expect(await statusWith(wrong)).toBe(401)
    }
  })
})

describe('every change by support', () => {
  test('is logged with the name of the token, what was changed, and the result', async () => {
    const { name, token } = await createToken()
    const actor = `support:${name}`
    const { id } = await fixture.account()
    const as = withToken(token)
    expect((await fixture.admin('PATCH', `/admin/accounts/${id}`, { json: { name: 'New name' }, ...as })).status).toBe(
      200,
    )
    expect((await fixture.admin('DELETE', `/admin/accounts/${id}/keys/${randomUUID()}`, as)).status).toBe(404)
    fixture.fakes.releases.answer((_, response) => json(response, 200, {}))
    await fixture.admin('PATCH', `/admin/releases/${id}/secret-link/locked/1`, as)
    await fixture.admin('GET', '/admin/accounts', as)
    expect(fixture.last('releases').identity).toMatchObject({ scope: 'support', actor })

    const items = await eventually(async () => {
      const found = await actionsBy(actor)
      return found[0]?.status === 200 && found
    })
    expect(items).toMatchObject([
      { operation: 'setReleaseLockedForSupport', account: id, status: 200, parameters: { flag: '1' } },
      { operation: 'revokeKeyOfAccount', account: id, status: 404 },
      { operation: 'updateAccount', account: id, status: 200, parameters: { account_id: id } },
    ])
    expect(items).toHaveLength(3)
    expect(JSON.stringify(items)).not.toContain('secret-link')
    const ofAccount = (await fixture.admin('GET', `/admin/actions?account=${id}&limit=1`)).body
    expect([ofAccount.items.length, ofAccount.nextCursor]).toEqual([1, expect.any(String)])
  })
})

/** What the importer knows of a failed file of the account: a row, and its run. */
const imported = (account: string) => {
  const at = '2026-07-01T08:00:00.000Z'
  const file = { account, test: false, sender: 'office@account.example', subject: null, fileName: 'list.csv' }
  const row = { ...file, run: 'run', row: 1, status: 'failed', downloadCode: 4711, link: null, errors: [] }
  const run = { ...file, id: 'run', state: 'failed', uploadedBy: null, reason: null, dialect: null }
  const counts = { created: 0, changed: 0, unchanged: 0, failed: 1, pending: 0 }
  return [
    { ...row, receivedAt: at, mail: 'mail' },
    { ...run, counts, receivedAt: at, finishedAt: at },
  ]
}
const findingsOf = async (question: string): Promise<{ code: string }[]> =>
  (await fixture.admin('GET', `/admin/diagnosis?q=${question}`)).body.findings

describe('a suspended account', () => {
  test('is refused with its keys, its copies say so, and it works again afterwards', async () => {
    const { id, key = '' } = await fixture.account()
    const use = async () => (await fixture.as(key)('GET', '/account')).body
    expect((await use()).id).toBe(id)
    const suspend = (json: object) => fixture.admin('PUT', `/admin/accounts/${id}/suspension`, { json })
    const suspended = await suspend({ reason: 'Unpaid invoices.' })
    expect(suspended.body).toMatchObject({ suspension: { reason: 'Unpaid invoices.', since: expect.any(String) } })
    expect(await use()).toMatchObject({ status: 403, code: 'account-suspended' })
    const repeated = await suspend({ reason: 'Still unpaid.' })
    expect(repeated.body.suspension).toEqual({ reason: 'Still unpaid.', since: suspended.body.suspension.since })
    const rows = await fixture.database.knex('sent_messages').where({ subject: id }).orderBy('created_at', 'desc')
    const waiting = await fixture.database.knex('outbox').where({ subject: id })
    expect(JSON.stringify([...rows, ...waiting])).toContain('"suspended":true')

    fixture.fakes.releases.answer((_, response) => json(response, 200, { releases: [] }))
    fixture.fakes.importer.answer((_, response) => json(response, 200, { rows: [] }))
    const { body: diagnosis } = await fixture.admin('GET', `/admin/diagnosis?q=4711&account=${id}`)
    expect(diagnosis.findings.map(({ code }: { code: string }) => code)).toContain('account-suspended')
    const [row, run] = imported(id ?? '')
    const known = { releases: [], mails: [], rows: [row], items: [run], nextCursor: null }
    for (const fake of Object.values(fixture.fakes)) fake.answer((_, response) => json(response, 200, known))
    for (const question of ['4711', 'office@account.example']) {
      expect((await findingsOf(question)).map(({ code }) => code)).toContain('account-suspended')
    }

    expect((await fixture.admin('DELETE', `/admin/accounts/${id}/suspension`)).status).toBe(204)
    expect((await use()).id).toBe(id)
    expect((await fixture.admin('GET', `/admin/accounts/${id}`)).body.suspension).toBe(null)
    expect((await fixture.admin('DELETE', `/admin/accounts/${randomUUID()}/suspension`)).status).toBe(404)
    expect((await suspend({})).status).toBe(422)
  })
})

test('accounts are found by a part of their name, address or OID', async () => {
  const mark = randomUUID().slice(0, 8)
  const { id, oid } = await fixture.account({ name: `Alpine 100% ${mark}`, email: `office@${mark}.example` })
  const found = async (q: string) => {
    const { items } = (await fixture.admin('GET', `/admin/accounts?q=${encodeURIComponent(q)}&limit=200`)).body
    return items.map((one: { id: string }) => one.id)
  }
  for (const q of [`alpine 100% ${mark}`, `@${mark}.`, (oid ?? '').toLowerCase()]) expect(await found(q)).toContain(id)
  expect(await found(`alpine 100_ ${mark}`)).toEqual([])
  expect((await fixture.admin('GET', `/admin/accounts?oid=${oid}&q=`)).body.items).toMatchObject([{ id }])
})
