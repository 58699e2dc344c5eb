import { randomUUID } from 'node:crypto'
import { eventually } from '@guidebook/service-kit/test'
import { beforeEach, describe, expect, vi } from 'vitest'
import { json } from './fake-service.ts'
import { type Fixture, startFixture, test } from './fixture.ts'

let fixture: Fixture
test.beforeAll(async ({ shared }) => {
  fixture = shared
  fixture.forget()
})
beforeEach(() => {
  for (const fake of Object.values(fixture.fakes)) fake.answer((_, response) => json(response, 200, { queues: [] }))
})

describe('support', () => {
  test('may send only JSON', async () => {
    const sent = (type: string, body = '{}') =>
      fixture.admin('POST', '/admin/accounts', { body, headers: { 'content-type': type } })
    expect((await sent('application/xml')).status).toBe(415)
    expect((await sent('application/json; charset=latin1')).status).toBe(415)
    expect((await sent('application/json', '{')).body.code).toBe('malformed-json')
    expect((await sent('text/plain;charset=UTF-8')).status).toBe(422)
    expect((await sent('application/json', JSON.stringify({ name: 'x'.repeat(1024 * 1024) }))).status).toBe(413)
  })
})

describe('dead letters', () => {
  const queue = {
    queue: 'webhooks.release.shared.v1',
    count: 1,
    messages: [{ id: 'm', type: 'release.shared.v1', reason: 'poison', attempts: 4, at: '2026-07-01T00:00:00.000Z' }],
  }

  test('of all services are listed together, and an unavailable service is named', async () => {
    await using other = await startFixture()
    for (const fake of Object.values(other.fakes)) fake.answer((_, response) => json(response, 200, { queues: [] }))
    other.fakes.webhooks.answer((_, response) => json(response, 200, { queues: [queue] }))
    other.fakes.builder.stop()
    const { body } = await other.admin('GET', '/admin/dead-letters')
    expect(body).toEqual({ queues: [queue], unreachable: ['builder'] })
  })

  test('are redriven by the service that reads the queue', async () => {
    fixture.fakes.webhooks.answer((_, response) => json(response, 200, { queue: queue.queue, redriven: 1 }))
    const { body } = await fixture.admin('POST', `/admin/dead-letters/${queue.queue}/redrive`)
    expect(body).toEqual({ queue: queue.queue, redriven: 1 })
    expect(fixture.fakes.webhooks.received.at(-1)?.url).toBe(`/internal/dead-letters/${queue.queue}/redrive`)
    expect((await fixture.admin('POST', '/admin/dead-letters/nobody.x/redrive')).status).toBe(404)
  })
})

describe('the status of every service', () => {
  test('is reported by the service; one that is unavailable or responds invalidly is unreachable', async () => {
    await using other = await startFixture()
    const { geodata, releases, builder, webhooks, importer } = other.fakes
    const ready = { status: 'up', checks: { database: 'up' } }
    for (const fake of [geodata, releases, webhooks]) fake.answer((_, response) => json(response, 200, ready))
    releases.answer((_, response) => json(response, 200, { status: 'down', checks: { database: 'down' } }))
    importer.answer((_, response) => json(response, 200, { ready: true }))
    builder.stop()
    await vi.waitFor(
      async () => {
        const { status, body } = await other.admin('GET', '/admin/status')
        expect(status).toBe(200)
        expect(body.version).toMatch(/^\d+\.\d+\.\d+$/)
        expect(body.parts).toEqual([
          {
            name: 'gateway',
            status: 'up',
            checks: expect.objectContaining({ database: 'up' }),
            facts: expect.objectContaining({ process: expect.objectContaining({ instance: expect.any(String) }) }),
          },
          { name: 'geodata', ...ready },
          { name: 'releases', status: 'down', checks: { database: 'down' } },
          { name: 'builder', status: 'unreachable', checks: {} },
          { name: 'webhooks', ...ready },
          { name: 'importer', status: 'unreachable', checks: {} },
        ])
      },
      { timeout: 60_000, interval: 200 },
    )
  })
})

describe('a release', () => {
  test('is found across accounts by the releases service', async () => {
    fixture.fakes.releases.answer((_, response) => json(response, 200, { releases: [] }))
    const { status, body } = await fixture.admin('GET', '/admin/releases?name=20240001&audit=5')
    expect([status, body]).toEqual([200, { releases: [] }])
    expect(fixture.fakes.releases.received.at(-1)).toMatchObject({
      url: '/admin/releases?name=20240001&audit=5',
      identity: { scope: 'support' },
    })
  })

  test('is built again by the releases service, with support as actor', async () => {
    const build = {
      state: 'waiting',
      generation: 2,
      step: null,
      percent: 0,
      message: null,
      warnings: [],
      requestedAt: '2026-07-01T08:00:00.000Z',
      finishedAt: null,
    }
    fixture.fakes.releases.answer((_, response) => json(response, 202, build))
    const account = randomUUID()
    const { status, body } = await fixture.admin('POST', `/admin/releases/${account}/link-1/build`)
    expect([status, body]).toEqual([202, build])
    expect(fixture.fakes.releases.received.at(-1)).toMatchObject({
      method: 'POST',
      url: `/admin/releases/${account}/link-1/build`,
      identity: { scope: 'support', actor: 'support' },
    })
  })
})

describe('a request', () => {
  test('is found by its id, with its result and its changes', async () => {
    const account = await fixture.account()
    const entry = {
      at: '2026-07-01T00:00:00.000Z',
      actor: 'gbk_live_abc',
      action: 'release-created',
      severity: 'info',
      message: 'created',
      code: null,
      requestId: 'find-me',
      before: null,
      after: null,
    }
    fixture.fakes.releases.answer((request, response) =>
      json(response, 200, request.url?.startsWith('/internal') ? { entries: [{ release: 'link', entry }] } : {}),
    )
    await fixture.as(account.key ?? '')('PATCH', `/content/release/${account.id}/secret-link/devices/3`, {
      headers: { 'x-request-id': 'find-me' },
    })
    const trace = await eventually(async () => {
      const { body } = await fixture.admin('GET', '/admin/requests/find-me')
      return body.requests.length > 0 && body
    })
    expect(trace).toMatchObject({
      requestId: 'find-me',
      requests: [
        {
          account: account.id,
          operation: 'setReleaseDevices',
          path: expect.stringContaining('{release}'),
          status: 200,
        },
      ],
      audit: [{ release: 'link', entry }],
      unreachable: [],
    })
    expect(JSON.stringify(trace.requests)).not.toContain('secret-link')
  })

  test('without a record is not found', async () => {
    fixture.fakes.releases.answer((_, response) => json(response, 200, { entries: [] }))
    const { status, body } = await fixture.admin('GET', '/admin/requests/never-sent')
    expect([status, body.code]).toEqual([404, 'not-found'])
  })

  test('is found although it names a parameter that the database cannot store', async () => {
    const { key = '' } = await fixture.account()
    fixture.fakes.releases.answer((_, response) => json(response, 200, { entries: [] }))
    const headers = { 'x-request-id': 'odd-names' }
    expect((await fixture.as(key)('GET', '/account?%00=1', { headers })).status).toBeGreaterThanOrEqual(400)
    await eventually(async () => {
      const { body } = await fixture.admin('GET', '/admin/requests/odd-names')
      return body.requests.length > 0
    })
  })
})

describe('a diagnosis', () => {
  const nothing = (request: { url?: string | undefined }) => {
    if (request.url?.startsWith('/internal/diagnosis/releases')) return { releases: [] }
    if (request.url?.startsWith('/internal/diagnosis/rows')) return { rows: [] }
    return request.url?.startsWith('/internal/mails') ? { mails: [] } : { entries: [], items: [], nextCursor: null }
  }

  test('names services that do not respond, and has what the others and the journal know', async () => {
    await using other = await startFixture()
    const { id, key = '' } = await other.account()
    const refusal = { code: 'guidebook-not-found', downloadCode: 4711, faults: [] }
    const header = { 'x-guidebook-refusal': Buffer.from(JSON.stringify(refusal)).toString('base64url') }
    other.fakes.releases.answer((_, response) => json(response, 422, { code: 'guidebook-not-found' }, header))
    const refused = await other.as(key)('POST', '/content/release', { json: {} })
    expect([refused.status, refused.headers.get('x-guidebook-refusal')]).toEqual([422, null])
    for (const fake of Object.values(other.fakes)) {
      fake.answer((request, response) => json(response, 200, nothing(request)))
    }
    other.fakes.importer.stop()
    const ask = async (name: string | number) => await other.as(key)('GET', `/content/release/${id}/${name}/diagnosis`)
    const known = await eventually(async () => {
      const { status, body } = await ask(4711)
      return status === 200 && body.refusedRequests.length > 0 && body
    })
    expect(known).toMatchObject({
      release: null,
      refusedRequests: [{ account: id, code: 'guidebook-not-found', status: 422 }],
      unknown: ['importer'],
    })
    expect(known.findings.map(({ code }: { code: string }) => code)).toEqual(['request-refused', 'part-unknown'])
    expect((await ask('unknown-link')).status).toBe(404)
    other.fakes.releases.stop()
    const silent = await ask('unknown-link')
    expect([silent.status, silent.body.unknown]).toEqual([200, ['releases']])
    const { body } = await other.admin('GET', '/admin/diagnosis?q=office@operator.example')
    expect([body.kind, body.unknown.toSorted()]).toEqual(['email', ['importer', 'releases']])
  })

  test('of a request has only the records of the account that it is about', async () => {
    const accounts = [await fixture.account(), await fixture.account()]
    fixture.fakes.releases.answer((request, response) => json(response, 200, nothing(request)))
    const requestId = randomUUID()
    for (const { id, key = '' } of accounts) {
      const path = `/content/release/${id}/link/devices/3`
      await fixture.as(key)('PATCH', path, { headers: { 'x-request-id': requestId } })
    }
    const accountsIn = async (query: string) => {
      const { body } = await fixture.admin('GET', `/admin/diagnosis?q=${requestId}${query}`)
      return body.requests.map(({ account }: { account: string }) => account)
    }
    await eventually(async () => (await accountsIn('')).length === 2)
    expect(await accountsIn(`&account=${accounts[0]?.id}`)).toEqual([accounts[0]?.id])
  })

  test('of an account that cannot exist is not found', async () => {
    expect((await fixture.admin('GET', '/admin/diagnosis?q=5&account=nobody')).status).toBe(404)
    expect((await fixture.admin('GET', '/admin/diagnosis')).status).toBe(422)
  })
})

describe('logs', () => {
  test('contain no key, token, secret or link', async () => {
    const { key = '', id } = await fixture.account()
    const before = fixture.lines.length
    fixture.fakes.webhooks.answer((_, response) => json(response, 200, { secret: 'whsec_hidden' }))
    await fixture.admin('PUT', `/admin/accounts/${id}/webhook`, { json: { url: 'https://receiver.example/hook' } })
    await fixture.as(key)('GET', `/content/release/${id}/hidden-link-0123456789`)
    await fixture.call('GET', '/t/hidden-link-0123456789')
    await fixture.call('GET', '/account', { headers: { authorization: `${key}x` } })
    await eventually(() => fixture.lines.slice(before).some((line) => line.includes('/t/{link}')))
    const text = fixture.lines.join('')
    for (const secret of [key, 'admin-token-of-the-tests', 'whsec_hidden', 'hidden-link', 'eyJ'])
      expect(text).not.toContain(secret)
  })
})
