import { describe, expect } from 'vitest'
import { type Fixture, test } from './fixture.ts'
import { browserOf, mailTo, personOf } from './portal-client.ts'

let fixture: Fixture
test.beforeAll(async ({ shared }) => {
  fixture = shared
  fixture.forget()
})

let people = 0
const newAddress = () => `person-${people++}@sign-in.example`

describe('signing in to the portal', () => {
  test('works with the code of a mail, once', async () => {
    const { key = '', id } = await fixture.account({ name: 'Alpine Tours' })
    const email = newAddress()
    await fixture.as(key)('POST', '/account/users', { json: { email, role: 'office', name: 'Anna', language: 'de' } })
    const browser = browserOf(fixture.call)
    expect((await browser.ask('POST', '/portal/sign-in/codes', { json: { email: email.toUpperCase() } })).status).toBe(
      202,
    )
    const { code, subject } = await mailTo(fixture, email)
    expect(subject).toBe(`${code} ist Ihr Code für das Guidebook-Portal`)
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
    const again = await browserOf(fixture.call).ask('POST', '/portal/session', { json: { email, code } })
    expect(again).toMatchObject({ status: 401, body: { code: 'sign-in-failed' } })
  })

  test('gives a person of several accounts all of them, each with its role', async () => {
    const [one, two] = [await fixture.account(), await fixture.account()]
    const email = newAddress()
    await fixture.as(two.key ?? '')('POST', '/account/users', { json: { email, role: 'viewer' } })
    const browser = await personOf(fixture, one, 'admin', email)
    const { accounts } = (await browser.ask('GET', '/portal/session')).body
    expect(accounts.map(({ id, role }: { id: string; role: string }) => [id, role])).toEqual([
      [one.id, 'admin'],
      [two.id, 'viewer'],
    ])
    expect((await browser.api(one.id ?? '', 'GET', '/account')).body.id).toBe(one.id)
    expect((await browser.api(two.id ?? '', 'GET', '/account')).body.id).toBe(two.id)
  })
})
