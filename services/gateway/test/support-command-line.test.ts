import { exitCodes } from '@guidebook/cli'
import { guidebookAt } from '@guidebook/cli/test'
import { expect } from 'vitest'
import { json } from './fake-service.ts'
import { adminToken, type Fixture, test } from './fixture.ts'
import { browserOf } from './portal-client.ts'

let fixture: Fixture
test.beforeAll(async ({ shared }) => {
  fixture = shared
  fixture.forget()
})

/** Support's command line against the real admin listener, as in a pipe. */
const guidebook = (...words: string[]) =>
  guidebookAt(fixture.gateway.adminUrl, words, { env: { GUIDEBOOK_ADMIN_TOKEN: adminToken } })

const create = (oid: string, ...more: string[]) =>
  guidebook(
    'account',
    'create',
    '--name',
    `Account ${oid}`,
    '--oid',
    oid,
    '--email',
    'a@b.example',
    '--type',
    'operator',
    ...more,
  )

test('the command line creates an account and rotates its key', async () => {
  const rehearsal = await create('CL1', '--dry-run')
  expect(rehearsal.code).toBe(exitCodes.done)
  expect((await guidebook('account', 'show', 'CL1')).code).toBe(exitCodes.notFound)

  const made = await create('CL1', '--json')
  expect(made.code).toBe(exitCodes.done)
  const { id } = JSON.parse(made.out)
  expect(await create('CL1')).toMatchObject({ code: exitCodes.refused, out: '' })
  expect((await guidebook('account', 'show', 'cl1')).out).toContain(id)
  expect((await guidebook('account', 'list')).out).toMatch(/^CL1 .*Account CL1/m)

  const first = JSON.parse((await guidebook('key', 'rotate', 'CL1', '--json')).out).key
  expect((await fixture.as(first.key)('GET', '/account')).body.id).toBe(id)
  const second = await guidebook('key', 'rotate', id, '--revoke-older')
  const key = /gbk_live_\w+/.exec(second.out)?.[0] ?? ''
  expect((await fixture.as(key)('GET', '/account')).status).toBe(200)
  expect((await fixture.as(first.key)('GET', '/account')).status).toBe(401)
  expect((await guidebook('account', 'key', 'revoke', 'CL1', key)).code).toBe(exitCodes.done)
  expect((await guidebook('key', 'list', 'CL1')).err).toContain('The account has no key.')
})

test('the command line revokes a leaked key with its descendants, also after the key itself', async () => {
  await create('CL5')
  const makeByKey = async (key: string): Promise<{ id: string; key: string }> =>
    (await fixture.as(key)('POST', '/account/keys')).body
  const bySupport = JSON.parse((await guidebook('key', 'rotate', 'CL5', '--json')).out).key
  const leaked = await makeByKey(bySupport.key)
  const child = await makeByKey(leaked.key)
  const grandchild = await makeByKey(child.key)
  expect((await guidebook('key', 'list', 'CL5')).out).toMatch(new RegExp(`${child.id} +${leaked.id}`))
  const listed = async () =>
    JSON.parse((await guidebook('key', 'list', 'CL5', '--json')).out).keys.map(({ id }: { id: string }) => id)

  expect((await guidebook('key', 'revoke', 'CL5', leaked.id)).code).toBe(exitCodes.done)
  expect((await guidebook('key', 'revoke', 'CL5', leaked.id)).code).toBe(exitCodes.notFound)
  const rehearsal = await guidebook('key', 'revoke', 'CL5', leaked.id, '--descendants', '--dry-run')
  expect(rehearsal.out).toContain(`/keys/${leaked.id}?descendants=true`)
  expect(await listed()).toEqual([bySupport.id, child.id, grandchild.id])
  const revoked = await guidebook('key', 'revoke', 'CL5', leaked.id, '--descendants', '--json')
  expect(JSON.parse(revoked.out).revoked.map(({ id }: { id: string }) => id)).toEqual([child.id, grandchild.id])
  expect(await listed()).toEqual([bySupport.id])
})

test('one command creates all that a partner needs for trials', async () => {
  let url = ''
  fixture.fakes.webhooks.answer((request, response) => {
    url = request.url ?? ''
    json(response, 200, {
      url: 'https://receiver.example/guidebook',
      secret: 'whsec_dGVzdA==',
      previousValidUntil: null,
    })
  })
  const words = ['account', 'create-test', '--name', 'Trial', '--email', 'a@b.example']
  const rehearsal = await guidebook(...words, '--dry-run', '--json')
  expect(rehearsal.code).toBe(exitCodes.done)
  const made = await guidebook(...words, '--webhook', 'https://receiver.example/guidebook')
  expect(made.code, made.err).toBe(exitCodes.done)
  const value = (name: string) => new RegExp(`^${name}=(\\S+)$`, 'm').exec(made.out)?.[1] ?? ''
  const operator = (await fixture.as(value('API_KEY'))('GET', '/account')).body
  const reseller = (await fixture.as(value('PARTNER_KEY'))('GET', '/account')).body
  expect([operator.type, operator.test, reseller.type, reseller.test]).toEqual(['operator', true, 'reseller', true])
  expect(value('API_KEY')).toMatch(/^gbk_test_/)
  expect(operator.partners.map(({ oid }: { oid: string }) => oid)).toEqual([value('PARTNER_OID')])
  expect([value('WEBHOOK_SECRET'), url]).toEqual(['whsec_dGVzdA==', `/admin/accounts/${reseller.id}/webhook`])

  fixture.fakes.webhooks.answer((_, response) => json(response, 503, {}))
  const broken = await guidebook(...words, '--webhook', 'https://receiver.example/guidebook')
  expect(broken.code).not.toBe(exitCodes.done)
  expect(broken.err).toMatch(/^Created \w{3} and \w{3} \(2 of 2 accounts\)/m)
})

test('a repeat of a change with its idempotency key has no second effect', async () => {
  const once = await create('CL2', '--json', '--idempotency-key', 'create-cl2')
  const again = await create('CL2', '--json', '--idempotency-key', 'create-cl2')
  expect([again.code, again.out]).toEqual([exitCodes.done, once.out])
})

test('the command line connects and disconnects two accounts', async () => {
  await Promise.all([create('CL3'), create('CL4')])
  expect((await guidebook('connect', 'CL3', 'CL4')).code).toBe(exitCodes.done)
  expect((await guidebook('account', 'show', 'CL4')).out).toMatch(/Connected with +CL3/)
  expect((await guidebook('connect', 'CL3', 'CL3')).code).toBe(exitCodes.usage)
  expect((await guidebook('disconnect', 'CL3', 'CL4')).code).toBe(exitCodes.done)
  expect(JSON.parse((await guidebook('account', 'show', 'CL4', '--json')).out).connections).toEqual([])
})

test('doctor finds dead letters and shows the details of services', async () => {
  const dead = { queue: 'webhooks.release.shared.v1', count: 1, messages: [] }
  const facts = { mailbox: { polls: true, lastPoll: '2027-03-01T01:00:00.123Z', oldestUnhandledSeconds: 90 } }
  for (const [name, fake] of Object.entries(fixture.fakes)) {
    fake.answer((request, response) =>
      request.url === '/internal/readiness'
        ? json(response, 200, { status: 'up', checks: { database: 'up' }, facts: name === 'importer' ? facts : {} })
        : json(response, 200, { queues: name === 'webhooks' ? [dead] : [] }),
    )
  }
  const { code, out } = await guidebook('doctor', '--json')
  expect(code).toBe(exitCodes.failed)
  expect(JSON.parse(out)).toMatchObject({ healthy: false, deadLetters: { queues: [dead], unreachable: [] } })
  const told = (await guidebook('doctor')).out
  expect(told).toMatch(/^importer, mailbox: polls +yes$/m)
  expect(told).toMatch(/^importer, mailbox: last poll +2027-03-01 01:00:00Z$/m)
  expect(told).toMatch(/^importer, mailbox: oldest unhandled seconds +90$/m)
  expect((await guidebook('dead-letters', 'list')).out).toContain('webhooks.release.shared.v1: 1')
})

test('the command line creates a person, whose links sign in once, and removes the person', async () => {
  await create('CL9')
  const user = (...words: string[]) => guidebook('user', ...words)
  const created = await user('create', 'CL9', '--email', 'Anna@cl9.example')
  expect(created.code).toBe(exitCodes.done)
  const signIn = async (out: string) => {
    const token = /#([\w-]{43})$/m.exec(out)?.[1]
    return await browserOf(fixture.call).ask('POST', '/portal/session', { json: { token } })
  }
  expect((await signIn(created.out)).body).toMatchObject({
    user: { email: 'anna@cl9.example' },
    accounts: [{ oid: 'CL9', role: 'admin' }],
  })
  expect((await user('create', 'CL9', '--email', 'anna@cl9.example')).code).toBe(exitCodes.refused)
  expect((await user('list', 'CL9')).out).toMatch(/^anna@cl9\.example +admin /m)
  const link = JSON.parse((await user('link', 'CL9', 'ANNA@cl9.example', '--json')).out)
  expect((await signIn(link.link)).status).toBe(201)
  expect((await signIn(link.link)).status).toBe(401)
  expect((await user('link', 'CL9', 'ben@cl9.example')).code).toBe(exitCodes.notFound)
  expect((await user('remove', 'CL9', 'anna@cl9.example', '--yes')).code).toBe(exitCodes.done)
  expect((await user('list', 'CL9')).err).toContain('The account has no people.')
})
