import { randomBytes } from 'node:crypto'
import { uuidv7 } from '@guidebook/service-kit'
import { describe, expect } from 'vitest'
import { type Fixture, test } from './fixture.ts'
import { browserOf, mailTo, personOf, whileRemoved } from './portal-client.ts'

let fixture: Fixture
test.beforeAll(async ({ shared }) => {
  fixture = shared
  fixture.forget()
})

let people = 0
const newAddress = () => `person-${people++}@sign-in.example`
const failed = { status: 401, body: { code: 'sign-in-failed' } }
const signedOut = { status: 401, body: { code: 'signed-out' } }

/** An invited person who has not signed in. */
async function invited(role = 'office') {
  const account = await fixture.account()
  const email = newAddress()
  await fixture.as(account.key ?? '')('POST', '/account/users', { json: { email, role } })
  return { account, email }
}

const newBrowser = () => browserOf(fixture.call)
const requestCode = async (email: string) => {
  expect((await newBrowser().ask('POST', '/portal/sign-in/codes', { json: { email } })).status).toBe(202)
  return await mailTo(fixture, email.toLowerCase())
}
const signIn = (proof: object) => newBrowser().ask('POST', '/portal/session', { json: proof })

describe('signing in to the portal', () => {
  test('works with the code of a mail, once', async () => {
    const { key = '', id } = await fixture.account({ name: 'Alpine Tours' })
    const email = newAddress()
    await fixture.as(key)('POST', '/account/users', { json: { email, role: 'office', name: 'Anna', language: 'de' } })
    const { code, subject } = await requestCode(email.toUpperCase())
    expect(subject).toBe(`${code} ist Ihr Code für das Guidebook-Portal`)
    const browser = newBrowser()
    const signedIn = await browser.ask('POST', '/portal/session', { json: { email, code } })
    expect(signedIn).toMatchObject({
      status: 201,
      body: {
        user: { email, name: 'Anna', language: 'de' },
        accounts: [{ id, name: 'Alpine Tours', role: 'office', test: false }],
      },
    })
    expect(signedIn.headers.get('set-cookie')).toMatch(
      /^__Secure-guidebook-session=[\w-]{43}; Path=\/portal; HttpOnly; SameSite=Strict; Secure; Expires=/,
    )
    expect(signedIn.headers.get('cache-control')).toBe('no-store')
    expect((await browser.ask('GET', '/portal/session')).body).toEqual(signedIn.body)
    expect(await signIn({ email, code })).toMatchObject(failed)
  })

  test('works with the link of a mail, once, and secrets are stored only as hashes', async () => {
    const { email } = await invited()
    const { token, code } = await requestCode(email)
    const { rows } = await fixture.database.knex.raw('select sign_in_codes::text as row from sign_in_codes')
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(JSON.stringify(rows)).not.toContain(code.replace(' ', ''))
    const browser = newBrowser()
    expect((await browser.ask('POST', '/portal/session', { json: { token } })).status).toBe(201)
    expect(await signIn({ token })).toMatchObject(failed)
    const sessions = await fixture.database.knex.raw('select portal_sessions::text as row from portal_sessions')
    expect(JSON.stringify(sessions.rows)).not.toContain(browser.cookie.split('=')[1])
  })

  test('leads from the link of a mail to the page that the person wanted, and to no other site', async () => {
    const { email } = await invited()
    const linkTo = async (to: string) => {
      const sent = await newBrowser().ask('POST', '/portal/sign-in/codes', { json: { email, to } })
      expect(sent.status).toBe(202)
      const { text } = await mailTo(fixture, email)
      return /https:\S+(?=#)/.exec(text)?.[0]
    }
    const page = 'https://guidebook.test/portal/sign-in'
    expect(await linkTo('/o/DKO/releases?q=a%20b')).toBe(`${page}?to=%2Fo%2FDKO%2Freleases%3Fq%3Da%2520b`)
    for (const to of ['//evil.example', '\\\\evil.example', '/portal/../x']) expect(await linkTo(to)).toBe(page)
  })

  test('is refused after five wrong codes, while the link still works', async () => {
    const { email } = await invited()
    const { code, token } = await requestCode(email)
    const wrong = code.startsWith('1') ? '20000000' : '10000000'
    for (let i = 0; i < 5; i++) expect(await signIn({ email, code: wrong })).toMatchObject(failed)
    expect(await signIn({ email, code })).toMatchObject(failed)
    expect((await signIn({ token })).status).toBe(201)
  })

  test('counts wrong codes that arrive at the same time', async () => {
    const { email } = await invited()
    const { code } = await requestCode(email)
    const wrong = Array.from({ length: 8 }, (_, i) =>
      signIn({ email, code: `${code.startsWith('1') ? 2 : 1}000000${i}` }),
    )
    expect(new Set((await Promise.all(wrong)).map(({ status }) => status))).toEqual(new Set([401]))
    expect(await signIn({ email, code })).toMatchObject(failed)
  })

  test('is refused with a code or a link that is too old', async () => {
    const { email } = await invited()
    const { code, token } = await requestCode(email)
    await fixture.database.knex.raw(
      `update sign_in_codes set expires_at = now(), link_expires_at = now() from users where users.id = user_id and email = ?`,
      [email],
    )
    expect(await signIn({ email, code })).toMatchObject(failed)
    expect(await signIn({ token })).toMatchObject(failed)
  })

  test('is refused when the person is removed meanwhile', async () => {
    const { email } = await invited()
    const { token } = await mailTo(fixture, email)
    expect(await whileRemoved(fixture, email, () => signIn({ token }))).toMatchObject(failed)
  })

  test('does not show that a person is removed while a code is asked for', async () => {
    const { email } = await invited()
    const ask = () => newBrowser().ask('POST', '/portal/sign-in/codes', { json: { email } })
    expect((await whileRemoved(fixture, email, ask)).status).toBe(202)
  })

  test('does not show whether an address is known', async () => {
    const unknown = newAddress()
    const { email } = await invited()
    const [one, other] = await Promise.all(
      [unknown, email].map((address) =>
        newBrowser().ask('POST', '/portal/sign-in/codes', { json: { email: address } }),
      ),
    )
    expect([one?.status, one?.body]).toEqual([other?.status, other?.body])
    expect(await signIn({ email: unknown, code: '12345678' })).toMatchObject(failed)
    const mails = await fixture.database.knex('outgoing_mails').whereRaw(`content ->> 'to' = ?`, [unknown])
    expect(mails).toEqual([])
  })

  test.each([
    [{}, ''],
    [{ code: '12345678' }, '/email'],
    [{ apiKey: 'x' }, '/email'],
    [{ email: 'a@b.example', code: '12345678', token: 'x' }, ''],
    [{ email: 'a@b.example', code: 'abcdefgh' }, '/code'],
    [{ email: 'a@b.example', password: 'x' }, '/password'],
  ])('refuses %j with a pointer', async (proof, pointer) => {
    const { status, body } = await signIn(proof)
    expect([status, body.errors[0].pointer]).toEqual([422, pointer])
  })

  test('leads to the accounts by name, those that are suspended last', async () => {
    const [first, second] = [await fixture.account({ name: 'A' }), await fixture.account({ name: 'B' })]
    const email = newAddress()
    for (const { key = '' } of [first, second])
      await fixture.as(key)('POST', '/account/users', { json: { email, role: 'office' } })
    await fixture.admin('PUT', `/admin/accounts/${first.id}/suspension`, { json: { reason: 'Unpaid invoices.' } })
    const { code } = await requestCode(email)
    const { body } = await signIn({ email, code })
    expect(body.accounts.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id])
  })

  test('is limited for a mail address and for a network address', async () => {
    const { email } = await invited()
    const statuses: number[] = []
    for (let i = 0; i < 6; i++) {
      statuses.push((await newBrowser().ask('POST', '/portal/sign-in/codes', { json: { email } })).status)
    }
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429])
    await using other = await fixture.startOther({ SIGN_IN_LIMIT_PER_MINUTE: '2' })
    const tries = Array.from({ length: 4 }, () =>
      browserOf(other.call).ask('POST', '/portal/session', { json: { token: 'x' } }),
    )
    expect((await Promise.all(tries)).map(({ status }) => status).toSorted()).toEqual([401, 401, 429, 429])
  })
})

describe('the first admin of an account', () => {
  test('signs in with its API key, to this account only and not as the owner of the address', async () => {
    const [mine, other] = [await fixture.account(), await fixture.account()]
    const email = newAddress()
    await fixture.as(other.key ?? '')('POST', '/account/users', { json: { email, role: 'admin' } })
    const browser = newBrowser()
    const signedIn = await browser.ask('POST', '/portal/session', { json: { apiKey: mine.key, email } })
    expect(signedIn.status).toBe(201)
    expect(signedIn.body.accounts.map(({ id }: { id: string }) => id)).toEqual([mine.id])
    expect((await browser.api(mine.id ?? '', 'GET', '/account/users')).status).toBe(200)
    expect(await browser.api(other.id ?? '', 'GET', '/account')).toMatchObject({ status: 403 })
    const unproven = { status: 403, body: { code: 'own-proof-needed' } }
    expect(await browser.ask('PATCH', '/portal/user', { json: { name: 'X' } })).toMatchObject(unproven)
    expect(await browser.ask('POST', '/portal/passkeys/options')).toMatchObject(unproven)
    expect(await signIn({ apiKey: mine.key, email: newAddress() })).toMatchObject({
      status: 409,
      body: { code: 'account-has-admin' },
    })
  })

  test('may be a person whom the account invited with another role', async () => {
    const { key, id } = await fixture.account()
    const email = newAddress()
    await fixture.as(key ?? '')('POST', '/account/users', { json: { email, role: 'viewer' } })
    const signedIn = await signIn({ apiKey: key, email: email.toUpperCase() })
    expect(signedIn).toMatchObject({ status: 201, body: { user: { email }, accounts: [{ id, role: 'admin' }] } })
  })

  test('does not sign in to a suspended account', async () => {
    const { key, id } = await fixture.account()
    await fixture.admin('PUT', `/admin/accounts/${id}/suspension`, { json: { reason: 'Leaked key' } })
    expect(await signIn({ apiKey: key, email: newAddress() })).toMatchObject({
      status: 403,
      body: { code: 'account-suspended' },
    })
    expect((await fixture.admin('GET', `/admin/accounts/${id}/users`)).body.items).toEqual([])
  })

  test('needs a valid key', async () => {
    expect(await signIn({ apiKey: 'gbk_live_wrong', email: newAddress() })).toMatchObject(failed)
  })

  test('is one person, also when two ask at the same time', async () => {
    const { key } = await fixture.account()
    const answers = await Promise.all([1, 2, 3].map(() => signIn({ apiKey: key, email: newAddress() })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  })
})

describe('a session', () => {
  test('has a new token after signing in, and the token from before does not work', async () => {
    const account = await fixture.account()
    const email = newAddress()
    const first = await personOf(fixture, account, 'office', email)
    const before = first.cookie
    const { token } = await requestCode(email)
    const planted = browserOf(fixture.call, before)
    await planted.ask('POST', '/portal/session', { json: { token } })
    expect(planted.cookie).not.toBe(before)
    expect(await browserOf(fixture.call, before).ask('GET', '/portal/session')).toMatchObject(signedOut)
    const invented = `__Secure-guidebook-session=${'A'.repeat(43)}`
    const { token: second } = await requestCode(email)
    const attacked = browserOf(fixture.call, invented)
    await attacked.ask('POST', '/portal/session', { json: { token: second } })
    expect(await browserOf(fixture.call, invented).ask('GET', '/portal/session')).toMatchObject(signedOut)
  })

  test('ends by signing out', async () => {
    const browser = await personOf(fixture, await fixture.account(), 'viewer', newAddress())
    const before = browser.cookie
    const signedOff = await browser.ask('DELETE', '/portal/session')
    expect(signedOff.status).toBe(204)
    expect(signedOff.headers.get('set-cookie')).toContain('Max-Age=0')
    expect(await browserOf(fixture.call, before).ask('GET', '/portal/session')).toMatchObject(signedOut)
  })

  test('is listed for its person, who ends it from another one', async () => {
    const email = newAddress()
    const browser = await personOf(fixture, await fixture.account(), 'viewer', email)
    const other = newBrowser()
    await other.ask('POST', '/portal/session', {
      json: { token: (await requestCode(email)).token },
      headers: { 'user-agent': 'Another Browser' },
    })
    const { items } = (await browser.ask('GET', '/portal/sessions')).body
    expect(items.map(({ current }: { current: boolean }) => current)).toEqual([false, true])
    expect(items[0]).toMatchObject({ userAgent: 'Another Browser' })
    const stranger = await personOf(fixture, await fixture.account(), 'admin', newAddress())
    expect((await stranger.ask('DELETE', `/portal/sessions/${items[0].id}`)).status).toBe(404)
    expect((await browser.ask('DELETE', `/portal/sessions/${items[0].id}`)).status).toBe(204)
    expect(await other.ask('GET', '/portal/session')).toMatchObject(signedOut)
    expect((await browser.ask('DELETE', '/portal/sessions/nonsense')).status).toBe(404)
  })

  test('is one of at most a hundred of its person: a sign-in ends the oldest', async () => {
    const email = newAddress()
    const oldest = await personOf(fixture, await fixture.account(), 'viewer', email)
    const { user } = (await oldest.ask('GET', '/portal/session')).body
    const now = new Date()
    const times = { created_at: now, last_used_at: now, expires_at: new Date(now.getTime() + 3_600_000) }
    const newer = () => ({ id: uuidv7(), user_id: user.id, token_hash: randomBytes(32), ...times })
    await fixture.database.knex('portal_sessions').insert(Array.from({ length: 99 }, newer))
    expect((await oldest.ask('GET', '/portal/sessions')).body.items).toHaveLength(100)
    const newest = newBrowser()
    await newest.ask('POST', '/portal/session', { json: { token: (await requestCode(email)).token } })
    expect((await newest.ask('GET', '/portal/sessions')).body.items).toHaveLength(100)
    expect(await oldest.ask('GET', '/portal/session')).toMatchObject(signedOut)
  })

  test.each([
    ['twelve hours without a request', `last_used_at = now() - interval '12 hours'`],
    ['fourteen days', `expires_at = now()`],
  ])('ends after %s', async (_, change) => {
    const email = newAddress()
    await personOf(fixture, await fixture.account(), 'viewer', email)
    // Not looked up yet at another gateway, so it is not in its cache.
    await using replica = await fixture.startOther({})
    const { token } = await requestCode(email)
    const browser = newBrowser()
    await browser.ask('POST', '/portal/session', { json: { token } })
    await fixture.database.knex.raw(
      `update portal_sessions set ${change} from users where users.id = user_id and email = ?`,
      [email],
    )
    expect(await browserOf(replica.call, browser.cookie).ask('GET', '/portal/session')).toMatchObject(signedOut)
  })

  test('has the name and the language that its person chose', async () => {
    const browser = await personOf(fixture, await fixture.account(), 'viewer', newAddress())
    const changed = await browser.ask('PATCH', '/portal/user', { json: { name: 'Ben', language: 'fr' } })
    expect(changed).toMatchObject({ status: 200, body: { name: 'Ben', language: 'fr' } })
    expect((await browser.ask('GET', '/portal/session')).body.user).toEqual(changed.body)
    expect((await browser.ask('PATCH', '/portal/user', { json: {} })).status).toBe(200)
    expect((await browser.ask('PATCH', '/portal/user', { json: { email: 'x@y.example' } })).status).toBe(422)
  })
})
