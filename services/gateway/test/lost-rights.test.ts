import { eventually } from '@guidebook/service-kit/test'
import type { Knex } from 'knex'
import { expect } from 'vitest'
import { type Answer, type Fixture, test } from './fixture.ts'
import { browserOf, personOf } from './portal-client.ts'

let fixture: Fixture
test.beforeAll(async ({ shared }) => {
  fixture = shared
  fixture.forget()
})

let people = 0
const newAddress = () => `person-${people++}@lost-rights.example`

/** Sends a request that waits for its account, and makes a change before the account is free, as another gateway may. */
async function whileWaiting(
  account: string,
  send: () => Promise<Answer>,
  change: (trx: Knex.Transaction) => PromiseLike<unknown>,
): Promise<Answer> {
  const trx = await fixture.database.knex.transaction()
  await trx.raw('select id from accounts where id = ? for no key update', [account])
  const answer = send()
  await eventually(async () => {
    const { rows } = await trx.raw(
      'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))',
    )
    return rows.length > 0
  })
  await change(trx)
  await trx.commit()
  return await answer
}

/** An account with a person who is no admin, and with a second key. */
async function withColleague() {
  const account = await fixture.account()
  const { id = '', key = '' } = account
  const json = { email: newAddress(), role: 'viewer' }
  const { body: colleague } = await fixture.as(key)('POST', '/account/users', { json })
  const { body: other } = await fixture.as(key)('POST', '/account/keys')
  const targets = { colleague: colleague.id as string, otherKey: other.id as string }
  return { account, id, key, targets }
}

/** Changes that only an admin may make. */
const changesTo = ({ colleague, otherKey }: { colleague: string; otherKey: string }) =>
  [
    ['POST', '/account/keys', {}],
    ['DELETE', `/account/keys/${otherKey}`, {}],
    ['PATCH', '/account', { json: { timeZone: 'Europe/Zurich' } }],
    ['POST', '/account/users', { json: { email: newAddress(), role: 'viewer' } }],
    ['PATCH', `/account/users/${colleague}`, { json: { role: 'editor' } }],
    ['DELETE', `/account/users/${colleague}`, {}],
  ] as const

async function stateOf(key: string) {
  const { keys, timeZone } = (await fixture.as(key)('GET', '/account')).body
  const { items } = (await fixture.as(key)('GET', '/account/users')).body
  return [
    timeZone,
    keys.map(({ id }: { id: string }) => id),
    items.map(({ email, role }: { email: string; role: string }) => [email, role]),
  ]
}

test.each<[string, (membership: Knex.QueryBuilder) => PromiseLike<unknown>]>([
  ['removed', (membership) => membership.delete()],
  ['demoted', (membership) => membership.update({ role: 'editor' })],
])('an admin who was %s while a request waited changes no keys, people or settings', async (_, lose) => {
  const { account, id, key, targets } = await withColleague()
  const admin = await personOf(fixture, account, 'admin', newAddress())
  const { user } = (await admin.ask('GET', '/portal/session')).body
  const { knex } = fixture.database
  const own = { account: id, user_id: user.id }
  const membership = await knex('memberships').where(own).first()
  const before = await stateOf(key)
  for (const [method, path, init] of changesTo(targets)) {
    const send = () => admin.api(id, method, path, init)
    const answer = await whileWaiting(id, send, (trx) => lose(trx('memberships').where(own)))
    expect(answer).toMatchObject({ status: 403, body: { code: 'role-too-small' } })
    await knex('memberships').insert(membership).onConflict(['account', 'user_id']).merge()
  }
  expect(await stateOf(key)).toEqual(before)
})

test('a key revoked while a request waited changes no keys, people or settings, and makes nobody admin', async () => {
  const { id, key, targets } = await withColleague()
  const { body: revoked } = await fixture.admin('POST', `/admin/accounts/${id}/keys`)
  const setRevoked = (db: Knex, at: Date | null) => db('api_keys').where({ id: revoked.id }).update({ revoked_at: at })
  const before = await stateOf(key)
  const signIn = () =>
    browserOf(fixture.call).ask('POST', '/portal/session', { json: { apiKey: revoked.key, email: newAddress() } })
  const requests: [() => Promise<Answer>, string][] = [
    ...changesTo(targets).map(([method, path, init]): [() => Promise<Answer>, string] => [
      () => fixture.as(revoked.key)(method, path, init),
      'unauthorized',
    ]),
    [signIn, 'sign-in-failed'],
  ]
  for (const [send, code] of requests) {
    const answer = await whileWaiting(id, send, (trx) => setRevoked(trx, new Date()))
    expect(answer).toMatchObject({ status: 401, body: { code } })
    await setRevoked(fixture.database.knex, null)
  }
  expect(await stateOf(key)).toEqual(before)
})
