import { afterAll, expect } from 'vitest'
import { requireCompleteOpenId } from '../src/config.ts'
import { type Fixture, type OtherGateway, test } from './fixture.ts'
import { startOpenIdProvider } from './openid-provider.ts'
import { type Browser, browserOf, whileRemoved } from './portal-client.ts'

let fixture: Fixture
let gateway: OtherGateway
let provider: Awaited<ReturnType<typeof startOpenIdProvider>>
test.beforeAll(async ({ shared }) => {
  fixture = shared
  fixture.forget()
  provider = await startOpenIdProvider()
  gateway = await fixture.startOther({ ...client, OPENID_ISSUER: provider.issuer, OPENID_NAME: 'Alpine Login' })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
})

const client = { OPENID_CLIENT_ID: 'client', OPENID_CLIENT_SECRET: 'secret-of-the-client' }
let people = 0

async function invited(): Promise<string> {
  const email = `person-${people++}@openid.example`
  const { key = '' } = await fixture.account()
  await fixture.as(key)('POST', '/account/users', { json: { email, role: 'office' } })
  return email
}

/** A browser that is at the provider. `to`: the page that it began with. */
async function atProvider(to?: string, browser = browserOf(gateway.call)) {
  const query = to === undefined ? '' : `?${new URLSearchParams({ to })}`
  const { status, headers } = await browser.ask('GET', `/portal/sign-in/openid${query}`)
  expect(status).toBe(303)
  return { browser, url: headers.get('location') ?? '', headers }
}
const callback = '/portal/sign-in/openid/callback'
const outcomeOf = ({ status, headers }: { status: number; headers: Headers }) => [status, headers.get('location')]

test('a person signs in at the provider', async () => {
  expect((await gateway.call('GET', '/portal/sign-in-methods')).body.openid).toEqual({ name: 'Alpine Login' })
  const email = await invited()
  const { browser, url, headers } = await atProvider()
  expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
    client_id: 'client',
    redirect_uri: 'https://guidebook.test/portal/sign-in/openid/callback',
    response_type: 'code',
    code_challenge_method: 'S256',
  })
  expect(headers.get('set-cookie')).toMatch(
    /^__Secure-guidebook-openid=.*; Path=\/portal\/sign-in; HttpOnly; SameSite=Lax; Secure/,
  )
  const query = provider.approve(url, { email: email.toUpperCase(), email_verified: true })
  const done = await browser.ask('GET', `${callback}?${query}`)
  expect(outcomeOf(done)).toEqual([303, '/portal/'])
  expect((await browser.ask('GET', '/portal/session')).body.user.email).toBe(email)
  expect(outcomeOf(await browser.ask('GET', `${callback}?${query}`))).toEqual([
    303,
    '/portal/sign-in?error=openid-refused',
  ])
})

test('a new session ends the one that the browser had, although the way back from the provider carries no cookie of it', async () => {
  const email = await invited()
  const signIn = async (from = browserOf(gateway.call)) => {
    const { browser, url } = await atProvider(undefined, from)
    expect(browser.cookie).toMatch(/^__Secure-guidebook-openid=/)
    await browser.ask('GET', `${callback}?${provider.approve(url, { email, email_verified: true })}`)
    return browserOf(gateway.call, browser.cookie)
  }
  const statusOf = async (browser: Browser) => (await browser.ask('GET', '/portal/session')).status
  const former = await signIn()
  expect(await statusOf(former)).toBe(200)
  const current = await signIn(browserOf(gateway.call, former.cookie))
  expect(await Promise.all([former, current].map(statusOf))).toEqual([401, 200])
})

test('the provider gets no trace', async () => {
  const email = await invited()
  // Another gateway, which has not read the addresses of the provider yet.
  await using other = await fixture.startOther({ ...client, OPENID_ISSUER: provider.issuer })
  const browser = browserOf(other.call)
  const traced = (path: string) =>
    browser.ask('GET', path, {
      headers: { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', tracestate: 'tour=1' },
    })
  const before = provider.received.length
  const { headers } = await traced('/portal/sign-in/openid')
  const query = provider.approve(headers.get('location') ?? '', { email, email_verified: true })
  expect(outcomeOf(await traced(`${callback}?${query}`))).toEqual([303, '/portal/'])
  const received = provider.received.slice(before)
  expect(received.map(({ url }) => url)).toEqual(
    expect.arrayContaining(['/.well-known/openid-configuration', '/token']),
  )
  expect(received.filter(({ headers }) => 'traceparent' in headers || 'tracestate' in headers)).toEqual([])
})

test.each([
  ['/o/DKO/releases?q=a%20b', '/portal/o/DKO/releases?q=a%20b'],
  ['//evil.example', '/portal/'],
  ['\\\\evil.example', '/portal/'],
  ['https://evil.example/o/DKO', '/portal/'],
  ['/portal/../x', '/portal/'],
  ['/o/../x', '/portal/'],
  ['/o/..//evil.example', '/portal/'],
  ['/o/a\r\nSet-Cookie: a=b', '/portal/o/aSet-Cookie:%20a=b'],
  ['http://[', '/portal/'],
])('a person who began with %j comes to %s', async (to, page) => {
  const email = await invited()
  const { browser, url } = await atProvider(to)
  const query = provider.approve(url, { email, email_verified: true })
  expect(outcomeOf(await browser.ask('GET', `${callback}?${query}`))).toEqual([303, page])
})

test('a failure keeps the page, for the next attempt', async () => {
  const failed = (to: string) => fixture.call('GET', `/portal/sign-in/openid?${new URLSearchParams({ to })}`)
  const page = '/portal/sign-in?error='
  expect(outcomeOf(await failed('/o/DKO'))).toEqual([303, `${page}sign-in-not-configured&to=%2Fo%2FDKO`])
  expect(outcomeOf(await failed('//evil.example'))).toEqual([303, `${page}sign-in-not-configured`])
  const { browser, url } = await atProvider('/o/DKO')
  const query = provider.approve(url, { email: 'nobody@openid.example', email_verified: true })
  const refused = await browser.ask('GET', `${callback}?${query}`)
  expect(outcomeOf(refused)).toEqual([303, `${page}openid-unknown&to=%2Fo%2FDKO`])
})

test.each([
  ['whose address the provider does not vouch for', { email_verified: false }, 'openid-unverified'],
  ['about whose address the provider says nothing', {}, 'openid-unverified'],
  ['whom nobody has invited', { email: 'nobody@openid.example', email_verified: true }, 'openid-unknown'],
  ['with the nonce of somebody else', { email_verified: true, nonce: 'other' }, 'openid-refused'],
])('a person %s is not signed in', async (_, claims, error) => {
  const email = await invited()
  const { browser, url } = await atProvider()
  const query = provider.approve(url, { email, ...claims })
  expect(outcomeOf(await browser.ask('GET', `${callback}?${query}`))).toEqual([303, `/portal/sign-in?error=${error}`])
  expect((await browser.ask('GET', '/portal/session')).status).toBe(401)
})

test('a person who is removed on the way back is not signed in', async () => {
  const email = await invited()
  const { browser, url } = await atProvider()
  const query = provider.approve(url, { email, email_verified: true })
  const removed = await whileRemoved(fixture, email, () => browser.ask('GET', `${callback}?${query}`))
  expect(outcomeOf(removed)).toEqual([303, '/portal/sign-in?error=openid-unknown'])
})

test('a response in another browser, or with an invented state, is refused', async () => {
  const email = await invited()
  const { url } = await atProvider()
  const refused = [303, '/portal/sign-in?error=openid-refused']
  const query = provider.approve(url, { email, email_verified: true })
  // The victim's browser is sent to the address with the code of the attacker.
  const victim = browserOf(gateway.call)
  expect(outcomeOf(await victim.ask('GET', `${callback}?${query}`))).toEqual(refused)
  expect(outcomeOf(await victim.ask('GET', `${callback}?code=x&state=invented`))).toEqual(refused)
  expect(outcomeOf(await victim.ask('GET', callback))).toEqual(refused)
})

test('the page says when the provider is unavailable or not configured', async () => {
  expect(outcomeOf(await fixture.call('GET', '/portal/sign-in/openid'))).toEqual([
    303,
    '/portal/sign-in?error=sign-in-not-configured',
  ])
  await using other = await fixture.startOther({ ...client, OPENID_ISSUER: 'http://127.0.0.1:9' })
  expect(outcomeOf(await other.call('GET', '/portal/sign-in/openid'))).toEqual([
    303,
    '/portal/sign-in?error=openid-unavailable',
  ])
})

test('a part of the settings of a provider stops the start', () => {
  const settings = { OPENID_ISSUER: 'https://login.example' } as Parameters<typeof requireCompleteOpenId>[0]
  expect(() => requireCompleteOpenId(settings)).toThrow(
    /OPENID_CLIENT_ID is missing.*\n?.*OPENID_CLIENT_SECRET is missing/s,
  )
})
