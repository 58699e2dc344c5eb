import { eventually } from '@guidebook/service-kit/test'
import { describe, expect } from 'vitest'
import { addMember, removeMember } from '../src/person/queries.ts'
import { type Fixture, test } from './fixture.ts'
import { browserOf, mailTo, personOf } from './portal-client.ts'

let fixture: Fixture
test.beforeAll(async ({ shared }) => {
  fixture = shared
  fixture.forget()
})

let people = 0
const newAddress = () => `person-${people++}@people.example`

describe('the people of an account', () => {
  test('are invited by mail in their language, listed, changed and removed', async () => {
    const { key = '', id = '' } = await fixture.account({ name: 'Alpine Tours', defaultLang: 'fr' })
    const email = newAddress()
    const invited = await fixture.as(key)('POST', '/account/users', { json: { email, role: 'office', name: 'Anna' } })
    // Random, so that it does not say since when another account has the person.
    const id4 = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)
    const person = { id: id4, email, name: 'Anna', role: 'office', acceptedAt: null, lastSignInAt: null }
    expect(invited).toMatchObject({ status: 201, body: person })
    const { subject, text, token } = await mailTo(fixture, email)
    expect(subject).toMatch(/^Alpine Tours .* au portail Guidebook$/)
    expect(text.split('\n\n')).toEqual([
      expect.stringContaining('Alpine Tours.'),
      expect.any(String),
      `    https://guidebook.test/portal/sign-in#${token}`,
      expect.stringContaining('https://guidebook.test/portal/'),
      expect.stringMatching(/^[^(]*Alpine Tours, [^(]*\.$/),
    ])
    const browser = browserOf(fixture.call)
    expect((await browser.ask('POST', '/portal/session', { json: { token } })).body.user.language).toBe('fr')

    const accepted = { ...person, acceptedAt: expect.any(String), lastSignInAt: expect.any(String) }
    expect((await fixture.as(key)('GET', '/account/users')).body.items).toMatchObject([accepted])
    const path = `/account/users/${invited.body.id}`
    expect((await fixture.as(key)('PATCH', path, { json: { role: 'editor' } })).body).toMatchObject({ role: 'editor' })
    expect((await browser.ask('GET', '/portal/session')).body.accounts).toMatchObject([{ id, role: 'editor' }])
    expect((await fixture.as(key)('DELETE', path)).status).toBe(204)
    expect(await browser.ask('GET', '/portal/session')).toMatchObject({ status: 401 })
    expect((await fixture.as(key)('DELETE', path)).status).toBe(404)
    const { rows } = await fixture.database.knex.raw('select 1 from users where email = ?', [email])
    expect(rows).toEqual([])
  })

  test('do not get back a session that an API key opened, when they are removed and invited again', async () => {
    const [mine, other] = [await fixture.account(), await fixture.account()]
    const email = newAddress()
    await fixture.as(other.key ?? '')('POST', '/account/users', { json: { email, role: 'viewer' } })
    const [first, again] = [browserOf(fixture.call), browserOf(fixture.call)]
    await first.ask('POST', '/portal/session', { json: { apiKey: mine.key, email } })
    const { user } = (await first.ask('GET', '/portal/session')).body
    expect((await fixture.admin('DELETE', `/admin/accounts/${mine.id}/users/${user.id}`)).status).toBe(204)
    const signedOut = { status: 401, body: { code: 'signed-out' } }
    expect(await first.ask('GET', '/portal/session')).toMatchObject(signedOut)
    await again.ask('POST', '/portal/session', { json: { apiKey: mine.key, email } })
    expect((await again.api(mine.id ?? '', 'GET', '/account')).status).toBe(200)
    expect(await first.ask('GET', '/portal/session')).toMatchObject(signedOut)
  })

  test('keep their other accounts when one removes them', async () => {
    const [one, two] = [await fixture.account(), await fixture.account()]
    const email = newAddress()
    const browser = await personOf(fixture, one, 'office', email)
    const { body } = await fixture.as(two.key ?? '')('POST', '/account/users', { json: { email, role: 'viewer' } })
    expect((await fixture.as(one.key ?? '')('DELETE', `/account/users/${body.id}`)).status).toBe(204)
    const { accounts } = (await browser.ask('GET', '/portal/session')).body
    expect(accounts.map(({ id }: { id: string }) => id)).toEqual([two.id])
  })

  test('stay when one account removes them while another one invites them', async () => {
    const [one, two] = [await fixture.account(), await fixture.account()]
    const { knex } = fixture.database
    const person = { email: newAddress(), role: 'viewer', language: 'en' } as const
    const as = { by: 'support', now: new Date() }
    const { id } = await knex.transaction((trx) => addMember(trx, one.id ?? '', person, as))
    const inviting = await knex.transaction()
    expect((await addMember(inviting, two.id ?? '', person, as)).id).toBe(id)
    const removing = knex.transaction((trx) => removeMember(trx, one.id ?? '', id))
    await eventually(async () => {
      const { rows } = await inviting.raw('select from pg_locks where not granted')
      return rows.length > 0
    })
    await inviting.commit()
    await removing
    expect(await knex('memberships').where({ user_id: id }).pluck('account')).toEqual([two.id])
  })

  test('are invited by an admin in the portal, once', async () => {
    const account = await fixture.account()
    const admin = await personOf(fixture, account, 'admin', newAddress())
    const email = newAddress()
    const invite = () => admin.api(account.id ?? '', 'POST', '/account/users', { json: { email, role: 'viewer' } })
    expect((await invite()).status).toBe(201)
    expect(await invite()).toMatchObject({
      status: 409,
      body: { code: 'user-exists', errors: [{ pointer: '/email' }] },
    })
    const { rows } = await fixture.database.knex.raw(
      'select invited_by from memberships join users on users.id = user_id where email = ?',
      [email],
    )
    expect(rows[0].invited_by).toMatch(/^user:person-\d+@people\.example$/)
  })

  test('get at most five invitations a day from an account, however often it removes them; others still can invite them', async () => {
    const [one, two] = [await fixture.account(), await fixture.account()]
    const email = newAddress()
    const invite = (key = '') => fixture.as(key)('POST', '/account/users', { json: { email, role: 'viewer' } })
    const inviteAndRemove = async () => {
      const { status, headers, body } = await invite(one.key)
      if (status === 201) await fixture.as(one.key ?? '')('DELETE', `/account/users/${body.id}`)
      return [status, headers.get('retry-after')]
    }
    for (let times = 0; times < 5; times++) expect(await inviteAndRemove()).toEqual([201, null])
    expect(await inviteAndRemove()).toEqual([429, expect.stringMatching(/^8(6400|6[34]\d\d)$/)])
    expect((await fixture.as(one.key ?? '')('GET', '/account/users')).body.items).toEqual([])
    expect(await fixture.database.knex('outgoing_mails').where({ about: one.id })).toHaveLength(5)
    expect((await invite(two.key)).status).toBe(201)
    const bySupport = { json: { email, role: 'viewer' } }
    expect((await fixture.admin('POST', `/admin/accounts/${one.id}/users`, bySupport)).status).toBe(201)
  })

  test('get no invitation from an account that sent 500 in 24 hours', async () => {
    const { id, key = '' } = await fixture.account()
    const { knex } = fixture.database
    await knex.raw(
      `insert into outgoing_mails (id, content, about, state, created_at)
       select gen_random_uuid(), json_build_object('to', n || '@people.example'), :id, 'sent', now() - interval '23 hours'
         from generate_series(1, 500) as n`,
      { id },
    )
    const invite = () => fixture.as(key)('POST', '/account/users', { json: { email: newAddress(), role: 'viewer' } })
    const refused = await invite()
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate-limited' } })
    expect(refused.body.detail).toContain('500 invitations')
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(3_600)
    await knex('outgoing_mails')
      .where({ about: id })
      .update({ created_at: knex.raw(`now() - interval '25 hours'`) })
    expect((await invite()).status).toBe(201)
  })

  test('show an account nothing of what they do elsewhere before they accept its invitation', async () => {
    const [mine, other] = [await fixture.account(), await fixture.account()]
    const email = newAddress()
    const browser = await personOf(fixture, other, 'office', email)
    await browser.ask('PATCH', '/portal/user', { json: { name: 'Anna Elsewhere', language: 'fr' } })
    const list = async () => (await fixture.as(mine.key ?? '')('GET', '/account/users')).body.items
    const invitation = { email, role: 'viewer', name: 'Anna' }
    const invited = await fixture.as(mine.key ?? '')('POST', '/account/users', { json: invitation })
    const unknown = { name: 'Anna', acceptedAt: null, lastSignInAt: null }
    expect(invited.body).toMatchObject(unknown)
    expect(await list()).toMatchObject([unknown])
    await browserOf(fixture.call).ask('POST', '/portal/session', {
      json: { token: (await mailTo(fixture, email)).token },
    })
    const [accepted] = await list()
    expect(accepted).toMatchObject({ name: 'Anna Elsewhere', acceptedAt: accepted.lastSignInAt })

    const third = await fixture.account()
    const { body: session } = await browserOf(fixture.call).ask('POST', '/portal/session', {
      json: { apiKey: third.key, email },
    })
    expect(session.user).toMatchObject({ name: null, language: 'en' })
    const seen = (await fixture.as(third.key ?? '')('GET', '/account/users')).body.items
    expect(seen).toMatchObject([{ email, name: null, acceptedAt: seen[0].lastSignInAt }])
    expect(await list()).toEqual([accepted])
  })

  test('include an admin, who is neither removed nor demoted, also by two admins at the same time', async () => {
    const account = await fixture.account()
    const call = fixture.as(account.key ?? '')
    await personOf(fixture, account, 'admin', newAddress())
    const [first] = (await call('GET', '/account/users')).body.items
    const lastAdmin = { status: 409, body: { code: 'last-admin' } }
    expect(await call('DELETE', `/account/users/${first.id}`)).toMatchObject(lastAdmin)
    expect(await call('PATCH', `/account/users/${first.id}`, { json: { role: 'editor' } })).toMatchObject(lastAdmin)
    expect((await call('PATCH', `/account/users/${first.id}`, { json: { role: 'admin' } })).status).toBe(200)

    await call('POST', '/account/users', { json: { email: newAddress(), role: 'admin' } })
    const { items } = (await call('GET', '/account/users')).body
    const removals = await Promise.all(items.map(({ id }: { id: string }) => call('DELETE', `/account/users/${id}`)))
    expect(removals.map(({ status }) => status).toSorted()).toEqual([204, 409])
  })

  test('of another account are not found', async () => {
    const [mine, other] = [await fixture.account(), await fixture.account()]
    const { body } = await fixture.as(other.key ?? '')('POST', '/account/users', {
      json: { email: newAddress(), role: 'viewer' },
    })
    const call = fixture.as(mine.key ?? '')
    expect((await call('PATCH', `/account/users/${body.id}`, { json: { role: 'admin' } })).status).toBe(404)
    expect((await call('DELETE', `/account/users/${body.id}`)).status).toBe(404)
    expect((await call('DELETE', '/account/users/nonsense')).status).toBe(404)
    expect((await call('GET', '/account/users')).body.items).toEqual([])
  })
})

test('changes of an account do not delay other accounts, however many requests wait', async () => {
  const [busy, calm] = [await fixture.account(), await fixture.account()]
  const call = fixture.as(busy.key ?? '')
  const change = () => call('PATCH', '/account', { json: { timeZone: 'Europe/Zurich' } })
  const invite = () => call('POST', '/account/users', { json: { email: newAddress(), role: 'viewer' } })
  expect((await change()).status).toBe(200)
  const locked = await fixture.database.knex.transaction()
  await locked.raw('select id from accounts where id = ? for update', [busy.id ?? ''])
  const waiting = Array.from({ length: 20 }, () => [change(), invite()]).flat()
  try {
    // Not used before, so that it needs a connection to be looked up.
    expect((await fixture.as(calm.key ?? '')('GET', '/account')).status).toBe(200)
  } finally {
    await locked.rollback()
  }
  expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([200, 201]))
})

describe('an admin in the portal', () => {
  test('creates keys, which name the person, and revokes them', async () => {
    const account = await fixture.account()
    const email = newAddress()
    const admin = await personOf(fixture, account, 'admin', email)
    const created = await admin.api(account.id ?? '', 'POST', '/account/keys')
    expect(created).toMatchObject({ status: 201, body: { parent: null, createdBy: `user:${email}` } })
    expect((await fixture.as(created.body.key)('GET', '/account')).status).toBe(200)
    const revoked = await admin.api(account.id ?? '', 'DELETE', `/account/keys/${created.body.id}`)
    expect(revoked.status).toBe(204)
    expect((await fixture.as(created.body.key)('GET', '/account')).status).toBe(401)
  })

  test('changes brand, language, time zone and emergency number, and nothing that support decides', async () => {
    const account = await fixture.account()
    const admin = await personOf(fixture, account, 'admin', newAddress())
    const change = (json: object, headers = {}) => admin.api(account.id ?? '', 'PATCH', '/account', { json, headers })
    const before = await admin.api(account.id ?? '', 'GET', '/account')
    // The use of a key is no change of the settings.
    await fixture.database.knex('api_keys').where({ id: account.keyId }).update({ last_used_at: new Date() })
    const settings = { timeZone: 'Europe/Zurich', defaultLang: 'de', emergencyPhone: '+41 81 000 00 00' }
    const changed = await change(
      { ...settings, colors: { primary: '#123456' } },
      { 'if-match': before.headers.get('etag') ?? '' },
    )
    expect(changed).toMatchObject({ status: 200, body: { ...settings, colors: { primary: '#123456' } } })
    expect((await admin.api(account.id ?? '', 'GET', '/account')).body).toEqual(changed.body)
    expect(await change({}, { 'if-match': before.headers.get('etag') ?? '' })).toMatchObject({ status: 412 })
    expect(await change({ timeZone: 'Mars/Olympus' })).toMatchObject({ status: 422 })
    for (const field of ['name', 'email', 'type', 'oid', 'test']) {
      expect((await change({ [field]: 'x' })).body.errors[0].pointer).toBe(`/${field}`)
    }
  })
})
