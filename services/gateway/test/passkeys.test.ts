import { randomBytes } from 'node:crypto'
import { describe, expect } from 'vitest'
import { passkeySite } from '../src/portal/passkeys.ts'
import { type Fixture, test } from './fixture.ts'
import { type Browser, browserOf, personOf, whileRemoved } from './portal-client.ts'
import { softwareAuthenticator } from './software-authenticator.ts'

let fixture: Fixture
test.beforeAll(async ({ shared }) => {
  fixture = shared
  fixture.forget()
})

let people = 0
const newAddress = () => `person-${people++}@passkeys.example`
const newPerson = async (email = newAddress()) => await personOf(fixture, await fixture.account(), 'office', email)
const options = async (browser: Browser, path: string) => (await browser.ask('POST', path)).body
const enrol = async (browser: Browser, authenticator: ReturnType<typeof softwareAuthenticator>) =>
  await browser.ask('POST', '/portal/passkeys', {
    json: { name: 'Laptop', credential: authenticator.create(await options(browser, '/portal/passkeys/options')) },
  })
const newBrowser = () => browserOf(fixture.call)
const signInOptions = () => options(newBrowser(), '/portal/sign-in/passkey-options')
const signIn = (passkey: unknown) => newBrowser().ask('POST', '/portal/session', { json: { passkey } })
const refused = { status: 422, body: { code: 'passkey-refused' } }
const failed = { status: 401, body: { code: 'sign-in-failed' } }

describe('a passkey', () => {
  test('signs in after it was enrolled, until it is removed', async () => {
    const browser = await newPerson()
    const authenticator = softwareAuthenticator()
    const enrolled = await enrol(browser, authenticator)
    expect(enrolled).toMatchObject({ status: 201, body: { name: 'Laptop', lastUsedAt: null } })
    const signedIn = await signIn(authenticator.get(await signInOptions()))
    expect(signedIn.status).toBe(201)
    expect(signedIn.body.user).toEqual((await browser.ask('GET', '/portal/session')).body.user)
    const { items } = (await browser.ask('GET', '/portal/passkeys')).body
    expect(items).toEqual([{ ...enrolled.body, lastUsedAt: expect.any(String) }])
    const path = `/portal/passkeys/${enrolled.body.id}`
    expect((await (await newPerson()).ask('DELETE', path)).status).toBe(404)
    expect((await browser.ask('DELETE', path)).status).toBe(204)
    expect(await signIn(authenticator.get(await signInOptions()))).toMatchObject(failed)
  })

  test('is asked for with verification of the person, and for this site', async () => {
    const browser = await newPerson()
    const { rp, authenticatorSelection, user } = await options(browser, '/portal/passkeys/options')
    expect(rp).toEqual({ name: 'Guidebook', id: 'guidebook.test' })
    expect(authenticatorSelection).toMatchObject({ residentKey: 'required', userVerification: 'required' })
    expect(user.name).toMatch(/@passkeys\.example$/)
    expect(await signInOptions()).toMatchObject({ rpId: 'guidebook.test', userVerification: 'required' })
  })

  test('is refused from another site, unverified, for another person or twice', async () => {
    const browser = await newPerson()
    const begin = () => options(browser, '/portal/passkeys/options')
    const send = (credential: unknown, by = browser) => by.ask('POST', '/portal/passkeys', { json: { credential } })
    const phishing = softwareAuthenticator({ site: 'evil.example', origin: 'https://evil.example' })
    expect(await send(phishing.create(await begin()))).toMatchObject(refused)
    expect(await send(softwareAuthenticator().create(await begin(), { flags: 0x41 }))).toMatchObject(refused)
    expect(await send(softwareAuthenticator().create(await begin()), await newPerson())).toMatchObject(refused)
    const authenticator = softwareAuthenticator()
    const credential = authenticator.create(await begin())
    expect((await send(credential)).status).toBe(201)
    expect(await send(credential)).toMatchObject(refused)
    expect(await enrol(await newPerson(), authenticator)).toMatchObject(refused)
    for (const nonsense of [null, 7, {}, { response: { clientDataJSON: 'e30' } }]) {
      expect(await send(nonsense)).toMatchObject(refused)
    }
  })

  test('is enrolled without a look at the certificates of an attestation that nobody asked for', async () => {
    const browser = await newPerson()
    const certificates = Array.from({ length: 60 }, () => randomBytes(300))
    const authenticator = softwareAuthenticator()
    const credential = authenticator.create(await options(browser, '/portal/passkeys/options'), { certificates })
    expect((await browser.ask('POST', '/portal/passkeys', { json: { credential } })).status).toBe(201)
    expect((await signIn(authenticator.get(await signInOptions()))).status).toBe(201)
  })

  test('is enrolled without transports when the browser sends no list of them', async () => {
    const browser = await newPerson()
    for (const transports of ['usb', null]) {
      const created = softwareAuthenticator().create(await options(browser, '/portal/passkeys/options'))
      const credential = { ...created, response: { ...created.response, transports } }
      expect((await browser.ask('POST', '/portal/passkeys', { json: { credential } })).status).toBe(201)
    }
  })

  test('signs in with a fresh challenge only, verified, and not as a copy', async () => {
    const browser = await newPerson()
    const authenticator = softwareAuthenticator()
    await enrol(browser, authenticator)
    const assertion = authenticator.get(await signInOptions())
    expect((await signIn(assertion)).status).toBe(201)
    expect(await signIn(assertion)).toMatchObject(failed)
    expect(await signIn(authenticator.get({ challenge: 'aW52ZW50ZWQ' }))).toMatchObject(failed)
    expect(await signIn(authenticator.get(await signInOptions(), { flags: 0x01 }))).toMatchObject(failed)
    expect(await signIn(authenticator.get(await signInOptions(), { counter: 0 }))).toMatchObject(failed)
    const stranger = softwareAuthenticator()
    expect(await signIn(stranger.get(await signInOptions()))).toMatchObject(failed)
    const other = { ...stranger.get(await signInOptions()), id: assertion.id, rawId: assertion.rawId }
    expect(await signIn(other)).toMatchObject(failed)
    for (const nonsense of [null, 7, {}, { id: 7, response: {} }]) expect(await signIn(nonsense)).toMatchObject(failed)
  })

  test('is neither begun nor enrolled for a person who is removed meanwhile', async () => {
    const signedOut = { status: 401, body: { code: 'signed-out' } }
    const [one, other] = [newAddress(), newAddress()]
    const beginner = await newPerson(one)
    const begin = () => beginner.ask('POST', '/portal/passkeys/options')
    expect(await whileRemoved(fixture, one, begin)).toMatchObject(signedOut)
    const browser = await newPerson(other)
    const credential = softwareAuthenticator().create(await options(browser, '/portal/passkeys/options'))
    const send = () => browser.ask('POST', '/portal/passkeys', { json: { credential } })
    expect(await whileRemoved(fixture, other, send)).toMatchObject(signedOut)
  })

  test('is one of at most twenty of a person, also when two are enrolled at the same time', async () => {
    const browser = await newPerson()
    const { user } = (await browser.ask('GET', '/portal/session')).body
    await fixture.database.knex.raw(
      `insert into passkeys (id, user_id, public_key, counter, transports, name, created_at)
       select gen_random_uuid()::text, :user, '', 0, '{}', 'Laptop', now() from generate_series(1, 19)`,
      { user: user.id },
    )
    const authenticator = softwareAuthenticator()
    const other = softwareAuthenticator()
    const begin = () => options(browser, '/portal/passkeys/options')
    const credentials = [authenticator.create(await begin()), other.create(await begin())]
    const enrolled = await Promise.all(
      credentials.map((credential) => browser.ask('POST', '/portal/passkeys', { json: { credential } })),
    )
    expect(enrolled.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(await browser.ask('POST', '/portal/passkeys/options')).toMatchObject({
      status: 409,
      body: { code: 'too-many-passkeys' },
    })
  })
})

test('passkeys are offered where browsers allow them', async () => {
  const isOffered = async ({ call }: Pick<Fixture, 'call'>) =>
    (await call('GET', '/portal/sign-in-methods')).body.passkey
  await using other = await fixture.startOther({ PUBLIC_URL: 'http://guidebook.test' })
  expect([await isOffered(fixture), await isOffered(other)]).toEqual([true, false])
  const sites = ['http://localhost:8080', 'https://127.0.0.1:8080'].map((url) => passkeySite(url)?.id)
  expect(sites).toEqual(['localhost', undefined])
})
