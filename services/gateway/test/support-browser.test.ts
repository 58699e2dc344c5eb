import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect } from 'vitest'
import { json } from './fake-service.ts'
import { type Answer, adminToken, type Fixture, test } from './fixture.ts'
import { browserOf } from './portal-client.ts'

let fixture: Fixture
test.beforeAll(async ({ shared }) => {
  fixture = shared
  fixture.forget()
})

interface AdminToken {
  id: string
  name: string
  token: string
}

const createToken = async (): Promise<AdminToken> => {
  const name = `anna-${randomUUID().slice(0, 8)}`
  return (await fixture.admin('POST', '/admin/tokens', { json: { name } })).body
}

/** A browser at the admin listener: it keeps the cookie and says which page its requests come from. */
function supportBrowser(cookie = '') {
  let kept = cookie
  return {
    get cookie() {
      return kept
    },
    async ask(method: string, path: string, init: Parameters<Fixture['admin']>[2] = {}): Promise<Answer> {
      const headers = { authorization: '', origin: fixture.gateway.adminUrl, cookie: kept, ...(init.headers as object) }
      const answer = await fixture.admin(method, path, { ...init, headers })
      const set = answer.headers.get('set-cookie')
      if (set !== null) kept = set.split(';', 1)[0] ?? ''
      return answer
    },
  }
}

async function signedIn() {
  const token = await createToken()
  const browser = supportBrowser()
  const answer = await browser.ask('POST', '/support/session', { json: { token: token.token } })
  expect(answer.status).toBe(201)
  return { token, browser, answer }
}

const signedOut = { status: 401, body: { code: 'signed-out' } }
const crossSite = { status: 403, body: { code: 'cross-site-request' } }

describe('support in a browser', () => {
  test('signs in with a personal token, and the session replaces it, with its name in the log', async () => {
    const { token, browser, answer } = await signedIn()
    expect(answer.body).toEqual({ name: token.name, expiresAt: expect.any(String) })
    expect(answer.headers.get('set-cookie')).toMatch(
      /^guidebook-support=[\w-]{43}; Path=\/support; HttpOnly; SameSite=Strict; Expires=/,
    )
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const account = await fixture.account()
    const path = `/support/api/accounts/${account.id}`
    expect((await browser.ask('GET', path)).body.id).toBe(account.id)
    expect((await browser.ask('PATCH', path, { json: { name: 'Renamed' } })).status).toBe(200)
    fixture.fakes.webhooks.answer((_, response) => json(response, 200, { secret: 'whsec_x' }))
    expect((await browser.ask('PUT', `${path}/webhook`, { json: { url: 'https://r.example/h' } })).status).toBe(200)
    expect(fixture.last('webhooks').identity).toMatchObject({ scope: 'support', actor: `support:${token.name}` })
    const { items } = (await browser.ask('GET', `/support/api/actions?account=${account.id}`)).body
    const mine = items.filter(({ actor }: { actor: string }) => actor === `support:${token.name}`)
    expect(mine.map(({ operation }: { operation: string }) => operation)).toEqual([
      'setAccountWebhook',
      'updateAccount',
    ])
    const { rows } = await fixture.database.knex.raw('select support_sessions::text as row from support_sessions')
    expect(JSON.stringify(rows)).not.toContain(browser.cookie.split('=')[1])
  })

  test('reads files with a CSV body, and no form can send one', async () => {
    const { browser } = await signedIn()
    const { id } = await fixture.account()
    fixture.fakes.importer.answer((_, response) => json(response, 200, {}))
    const send = (type: string) =>
      browser.ask('POST', `/support/api/accounts/${id}/import/guess`, {
        body: 'a;b',
        headers: { 'content-type': type },
      })
    expect((await send('text/csv')).status).toBe(200)
    expect(await send('text/plain')).toMatchObject(crossSite)
  })

  test('is refused with the shared token, a wrong one, a revoked one and a key of a partner', async () => {
    const revoked = await createToken()
    await fixture.admin('DELETE', `/admin/tokens/${revoked.id}`)
    const { key = '' } = await fixture.account()
    for (const token of [adminToken, `${revoked.token.slice(0, -1)}_`, revoked.token, key]) {
      const answer = await supportBrowser().ask('POST', '/support/session', { json: { token } })
      expect([token.slice(0, 4), answer.status, answer.body.code]).toEqual([token.slice(0, 4), 401, 'sign-in-failed'])
      expect(answer.headers.get('set-cookie')).toBe(null)
    }
  })

  test('is limited after failed attempts, as are operations with the shared token, but a valid personal token passes', async () => {
    await using other = await fixture.startOther({ WRONG_ADMIN_TOKEN_LIMIT_PER_MINUTE: '3' })
    const { token } = await createToken()
    const { origin } = new URL(other.gateway.adminUrl)
    const signIn = (tried: string) =>
      other.admin('POST', '/support/session', { json: { token: tried }, headers: { authorization: '', origin } })
    const read = (tried: string) =>
      other.admin('GET', '/admin/tokens', { headers: { authorization: `Bearer ${tried}` } })
    expect((await read(adminToken)).status).toBe(200)
    const wrong = [
      signIn('wrong'),
      read('wrong'),
      signIn(adminToken),
      read(`${adminToken}1`),
      signIn('wrong'),
      read('wrong'),
    ]
    const refused = await Promise.all(wrong)
    expect(refused.map(({ status }) => status).toSorted()).toEqual([401, 401, 401, 429, 429, 429])
    for (const { headers, body } of [await read(adminToken), await signIn('wrong')]) {
      expect(body).toMatchObject({ code: 'rate-limited', detail: expect.stringContaining('wrong admin token') })
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect([(await read(token)).status, (await signIn(token)).status]).toEqual([200, 201])
  })

  test('ends with the token, and by signing out', async () => {
    const { token, browser } = await signedIn()
    const other = supportBrowser()
    await other.ask('POST', '/support/session', { json: { token: token.token } })
    const before = browser.cookie
    expect((await browser.ask('DELETE', '/support/session')).status).toBe(204)
    expect(await supportBrowser(before).ask('GET', '/support/api/accounts')).toMatchObject(signedOut)
    expect((await other.ask('GET', '/support/session')).body.name).toBe(token.name)
    await fixture.admin('DELETE', `/admin/tokens/${token.id}`)
    expect(await other.ask('GET', '/support/session')).toMatchObject(signedOut)
    expect(await other.ask('GET', '/support/api/accounts')).toMatchObject(signedOut)
  })

  test('gets a new session at every sign-in, so that nobody can fix it', async () => {
    const { token, browser } = await signedIn()
    const first = browser.cookie
    await browser.ask('POST', '/support/session', { json: { token: token.token } })
    expect(browser.cookie).not.toBe(first)
    expect(await supportBrowser(first).ask('GET', '/support/session')).toMatchObject(signedOut)
    const planted = `guidebook-support=${'A'.repeat(43)}`
    const victim = supportBrowser(planted)
    await victim.ask('POST', '/support/session', { json: { token: token.token } })
    expect(victim.cookie).not.toBe(planted)
    expect(await supportBrowser(planted).ask('GET', '/support/session')).toMatchObject(signedOut)
  })

  test('refuses changes that another site starts, and what forms can send', async () => {
    const { browser, token } = await signedIn()
    const { id } = await fixture.account()
    const path = `/support/api/accounts/${id}`
    const change = (headers: Record<string, string>) => browser.ask('PATCH', path, { json: { name: 'X' }, headers })
    for (const origin of ['https://evil.example', 'null', '']) expect(await change({ origin })).toMatchObject(crossSite)
    expect(await change({ 'content-type': 'text/plain' })).toMatchObject(crossSite)
    expect((await change({ origin: '', 'sec-fetch-site': 'same-origin' })).status).toBe(200)
    const signIn = await supportBrowser().ask('POST', '/support/session', {
      json: { token: token.token },
      headers: { origin: 'https://evil.example' },
    })
    expect(signIn).toMatchObject(crossSite)
  })

  test('has its cookie for the pages only: the operations under /admin need a token', async () => {
    const { browser } = await signedIn()
    const { status } = await browser.ask('GET', '/admin/accounts')
    expect(status).toBe(401)
    const { status: unknown } = await browser.ask('GET', '/support/api/../../internal/accounts')
    expect(unknown).toBe(404)
  })

  test('marks the cookie as secure behind https', async () => {
    const { token } = await createToken()
    const host = new URL(fixture.gateway.adminUrl).host
    const answer = await supportBrowser().ask('POST', '/support/session', {
      json: { token },
      headers: { origin: `https://${host}` },
    })
    expect(answer.headers.get('set-cookie')).toMatch(/^__Secure-guidebook-support=.*; Secure;/)
  })
})

/** The files of the build, by application. */
function filesOf(document: string): Set<string> {
  const folder = new URL('../../../packages/portal/dist/', import.meta.url)
  const manifest = JSON.parse(readFileSync(fileURLToPath(new URL('.vite/manifest.json', folder)), 'utf8'))
  const files = new Set<string>()
  const visit = (key: string) => {
    const { file, css = [], imports = [], dynamicImports = [] } = manifest[key]
    if (files.has(file)) return
    for (const one of [file, ...css]) files.add(one)
    for (const other of [...imports, ...dynamicImports]) visit(other)
  }
  visit(document)
  return files
}

describe('the pages of support', () => {
  const get = async (base: string, path: string) => {
    // Compressing every file would take seconds.
    const response = await fetch(base + path, { headers: { 'accept-encoding': 'identity' } })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }

  test('are on the admin listener, with a strict policy', async () => {
    const { adminUrl } = fixture.gateway
    for (const path of ['/support', '/support/', '/support/accounts/x/people', '/support/sign-in']) {
      const { status, headers, text } = await get(adminUrl, path)
      expect([path, status, headers.get('cache-control')]).toEqual([path, 200, 'no-store'])
      expect(text).toContain('/support/assets/support-')
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'; script-src 'self';/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
    const files = await Promise.all([...filesOf('support.html')].map((file) => get(adminUrl, `/support/${file}`)))
    const found = files.map(({ status, headers }) => `${status} ${headers.get('cache-control')}`)
    expect(new Set(found)).toEqual(new Set(['200 public, max-age=31536000, immutable']))
    expect((await get(adminUrl, '/support/assets/none.js')).status).toBe(404)
  })

  test('are not on the public listener: no document, no file, no operation', async () => {
    const { url } = fixture.gateway
    for (const path of ['/support', '/support/', '/support/session', '/support/api/accounts', '/portal/support.html']) {
      const { status, text } = await get(url, path)
      expect([path, text.includes('/support/assets/')]).toEqual([path, false])
      if (path.startsWith('/support')) expect([path, status]).toEqual([path, 404])
    }
    const portal = filesOf('index.html')
    const own = [...filesOf('support.html')].filter((file) => !portal.has(file))
    expect(own.length).toBeGreaterThan(10)
    const hidden = own.flatMap((file) => [`/portal/${file}`, `/support/${file}`])
    const answers = await Promise.all(hidden.map((path) => get(url, path)))
    expect(hidden.filter((_, index) => answers[index]?.status !== 404)).toEqual([])
    const served = await Promise.all([...portal].map((file) => get(url, `/portal/${file}`)))
    expect(served.map(({ status }) => status)).toEqual(served.map(() => 200))
    expect(served.filter(({ text }) => /support\/api|\/dead-letters|redriveQueue/.test(text))).toEqual([])
  })
})

describe('support in the place of a person', () => {
  const reason = 'Ticket 4711: the dates'

  async function opened(role: string) {
    const { token, browser } = await signedIn()
    const account = await fixture.account({ name: 'Alpine Tours' })
    const path = `/support/api/accounts/${account.id}/impersonations`
    const created = await browser.ask('POST', path, { json: { role, reason } })
    expect(created.status).toBe(201)
    const link = /^https:\/\/guidebook\.test\/portal\/sign-in#support-([\w-]{43})$/.exec(created.body.link)?.[1] ?? ''
    return { token, support: browser, account, created, link, path }
  }
  const open = (link: string, browser = browserOf(fixture.call)) =>
    browser.ask('POST', '/portal/session', { json: { impersonation: link } })
  const failed = { status: 401, body: { code: 'sign-in-failed' } }

  test('opens the portal once, with the rights of the role, and the account sees who and why', async () => {
    const { token, account, link } = await opened('office')
    const browser = browserOf(fixture.call)
    const session = await open(link, browser)
    expect(session).toMatchObject({
      status: 201,
      body: {
        user: { email: `support:${token.name}` },
        accounts: [{ id: account.id, role: 'office' }],
        support: { name: token.name, reason },
      },
    })
    const lifetime = Date.parse(session.body.expiresAt) - Date.now()
    expect(Math.round(lifetime / 60_000)).toBe(60)
    expect(await open(link)).toMatchObject(failed)

    const { id = '', key = '' } = account
    fixture.fakes.releases.answer((_, response) => json(response, 200, {}))
    await browser.api(id, 'PATCH', `/content/release/${id}/link/locked/1`)
    const { identity } = fixture.last('releases')
    expect(identity).toMatchObject({ scope: 'partner', account: id, actor: `support:${token.name} (${reason})` })
    const refused = await browser.api(id, 'POST', '/account/users', { json: { email: 'x@y.example', role: 'admin' } })
    expect([refused.status, refused.body.code]).toEqual([403, 'role-too-small'])
    const other = await fixture.account()
    expect((await browser.api(other.id ?? '', 'GET', '/account')).body.code).toBe('account-mismatch')
    for (const [method, path] of [
      ['PATCH', '/portal/user'],
      ['POST', '/portal/passkeys/options'],
    ] as const) {
      expect((await browser.ask(method, path, { json: {} })).body.code).toBe('own-proof-needed')
    }
    const seen = (await fixture.as(key)('GET', '/account/impersonations')).body.items
    expect(seen).toMatchObject([
      { by: `support:${token.name}`, role: 'office', reason, openedAt: expect.any(String), endsAt: expect.any(String) },
    ])
    const [stored] = await fixture.database.knex('impersonations').where({ account: id })
    expect([stored.link_hash, JSON.stringify(stored).includes(link)]).toEqual([null, false])
  })

  test('ends by one click, with the admin token, and after an hour', async () => {
    const { account, link } = await opened('viewer')
    const endOf = async ({ key = '' }: Record<string, string>) =>
      (await fixture.as(key)('GET', '/account/impersonations')).body.items[0].endsAt as string
    const browser = browserOf(fixture.call)
    await open(link, browser)
    const { cookie } = browser
    const again = (kept: string) => browserOf(fixture.call, kept).ask('GET', '/portal/session')
    expect((await again(cookie)).status).toBe(200)
    expect((await browser.ask('DELETE', '/portal/session')).status).toBe(204)
    expect(await again(cookie)).toMatchObject(signedOut)
    expect(Date.parse(await endOf(account))).toBeLessThan(Date.now() + 60_000)

    const second = await opened('viewer')
    const abandoned = browserOf(fixture.call)
    await open(second.link, abandoned)
    await fixture.admin('DELETE', `/admin/tokens/${second.token.id}`)
    expect(Date.parse(await endOf(second.account))).toBeLessThan(Date.now() + 60_000)
    await expect.poll(async () => (await again(abandoned.cookie)).status, { timeout: 60_000 }).toBe(401)

    const third = await opened('viewer')
    const old = browserOf(fixture.call)
    await open(third.link, old)
    const past = new Date(Date.now() - 1_000)
    await fixture.database.knex('impersonations').where({ account: third.account.id }).update({ expires_at: past })
    await expect.poll(async () => (await again(old.cookie)).status, { timeout: 60_000 }).toBe(401)
    expect((await old.ask('DELETE', '/portal/session')).status).toBe(204)
    expect(await endOf(third.account)).toBe(past.toISOString())
  })

  test('is refused with an expired link, a revoked token, the shared token, and from another site', async () => {
    const { account, link, path, support, token } = await opened('admin')
    const foreign = await browserOf(fixture.call).ask('POST', '/portal/session', {
      json: { impersonation: link },
      headers: { origin: 'https://evil.example' },
    })
    expect(foreign).toMatchObject(crossSite)
    const rows = fixture.database.knex('impersonations').where({ account: account.id })
    await rows.clone().update({ link_expires_at: new Date(Date.now() - 1) })
    expect(await open(link)).toMatchObject(failed)
    await rows.clone().update({ link_expires_at: new Date(Date.now() + 60_000) })
    const shared = await fixture.admin('POST', `/admin/accounts/${account.id}/impersonations`, {
      json: { role: 'viewer', reason },
    })
    expect([shared.status, shared.body.code]).toEqual([403, 'own-admin-token-needed'])
    expect((await support.ask('POST', path, { json: { role: 'owner', reason: ' ' } })).body.errors).toHaveLength(2)
    await fixture.admin('DELETE', `/admin/tokens/${token.id}`)
    expect(await open(link)).toMatchObject(failed)
    expect(await open('A'.repeat(43))).toMatchObject(failed)
  })

  test('replaces the session that the browser had, and a link works once also for two browsers at the same time', async () => {
    const { link } = await opened('viewer')
    const planted = `__Secure-guidebook-session=${'B'.repeat(43)}`
    const browsers = [browserOf(fixture.call, planted), browserOf(fixture.call, planted)]
    const answers = await Promise.all(browsers.map((browser) => open(link, browser)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 401])
    expect(browsers.filter(({ cookie }) => cookie === planted)).toHaveLength(1)
    expect(await browserOf(fixture.call, planted).ask('GET', '/portal/session')).toMatchObject(signedOut)
  })

  test('is not possible in a suspended account', async () => {
    const { account, link, support, path } = await opened('viewer')
    await fixture.admin('PUT', `/admin/accounts/${account.id}/suspension`, { json: { reason: 'x' } })
    const again = await support.ask('POST', path, { json: { role: 'viewer', reason } })
    expect([again.status, again.body.code]).toEqual([403, 'account-suspended'])
    const browser = browserOf(fixture.call)
    await open(link, browser)
    expect((await browser.api(account.id ?? '', 'GET', '/account')).body.code).toBe('account-suspended')
  })
})
