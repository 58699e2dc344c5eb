import { randomUUID } from 'node:crypto'
import { eventually } from '@guidebook/service-kit/test'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { json } from './fake-service.ts'
import { type Fixture, startFixture } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await startFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())
beforeEach(() => {
  for (const fake of Object.values(fixture.fakes)) fake.answer((_, response) => json(response, 200, { queues: [] }))
})

const configuration = {
  senders: ['bookings@operator.example'],
  columns: {
    downloadCode: 'Booking',
    guidebookId: 'Tour',
    language: 'Language',
    arrivalDate: 'Arrival',
    departureDate: 'Departure',
    devices: 'Persons',
  },
  period: { daysBeforeArrival: 7, daysAfterDeparture: 7 },
  onExistingCode: 'report',
}

describe('support', () => {
  test('sets the webhook of an account and gets its secret', async () => {
    const { id } = await fixture.account()
    fixture.fakes.webhooks.answer((_, response) => json(response, 200, { secret: 'whsec_x' }))
    const { status, body, headers } = await fixture.admin('PUT', `/admin/accounts/${id}/webhook`, {
      json: { url: 'https://receiver.example/hook' },
    })
    expect([status, body]).toEqual([200, { secret: 'whsec_x' }])
    expect(headers.get('cache-control')).toBe('no-store')
    const received = fixture.fakes.webhooks.received.at(-1)
    expect(received).toMatchObject({
      method: 'PUT',
      url: `/internal/accounts/${id}/webhook`,
      identity: { scope: 'support' },
    })
    expect(JSON.parse(String(received?.body))).toEqual({ url: 'https://receiver.example/hook' })
  })

  test('is told what a service refuses', async () => {
    const { id } = await fixture.account()
    const problem = {
      code: 'webhook-url-not-allowed',
      detail: 'private',
      errors: [{ pointer: '/url', code: 'webhook-url-not-allowed', message: 'x' }],
    }
    fixture.fakes.webhooks.answer((_, response) => json(response, 422, problem))
    const { status, body } = await fixture.admin('PUT', `/admin/accounts/${id}/webhook`, {
      json: { url: 'https://10.0.0.1/' },
    })
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'webhook-url-not-allowed', errors: [{ pointer: '/url' }] })
    expect(
      (await fixture.admin('PUT', `/admin/accounts/${id}/webhook`, { json: { url: 'http://x.example' } })).status,
    ).toBe(422)
  })

  test('recovers what a webhook missed, configures an import, lets one out of quarantine', async () => {
    const { id } = await fixture.account()
    fixture.fakes.webhooks.answer((_, response) => json(response, 200, { recovered: 3 }))
    const since = '2026-07-01T00:00:00Z'
    expect((await fixture.admin('POST', `/admin/accounts/${id}/webhook/enable`, { json: { since } })).body).toEqual({
      recovered: 3,
    })

    fixture.fakes.importer.answer((_, response) => json(response, 200, configuration))
    const imported = await fixture.admin('PUT', `/admin/accounts/${id}/import`, { json: configuration })
    expect([imported.status, imported.body]).toEqual([200, configuration])

    fixture.fakes.importer.answer((_, response) => json(response, 409, { code: 'import-not-quarantined' }))
    expect((await fixture.admin('POST', '/admin/imports/run-1/release')).body.code).toBe('import-not-quarantined')
  })

  test('has a file tried and guessed at, byte for byte, on behalf of its account', async () => {
    const { id } = await fixture.account()
    const dialect = { encoding: 'windows-1252', delimiter: ';', quote: null, dateFormat: null }
    const preview = { dialect, rows: [], complete: true }
    const file = Buffer.from('Buchung;Gr\xf6\xdfe\r\n', 'latin1')
    const send = (path: string) =>
      fixture.admin('POST', `/admin/accounts/${id}/import/${path}`, {
        body: file,
        headers: { 'content-type': 'text/csv' },
      })
    fixture.fakes.importer.answer((_, response) => json(response, 200, preview))
    expect((await send('preview')).body).toEqual(preview)
    expect(fixture.fakes.importer.received.at(-1)).toMatchObject({
      url: '/account/imports/preview',
      identity: { scope: 'support', account: id },
      body: file,
    })
    const guess = { dialect, columns: [], missing: [], notes: [], configuration: null }
    fixture.fakes.importer.answer((_, response) => json(response, 200, guess))
    expect((await send('guess?library=HOTELS')).body).toEqual(guess)
    expect(fixture.fakes.importer.received.at(-1)).toMatchObject({
      url: `/internal/accounts/${id}/import/guess?library=HOTELS`,
      body: file,
    })
    fixture.fakes.importer.answer((_, response) =>
      json(response, 422, { code: 'csv-unreadable', detail: 'The file is empty.', errors: [] }),
    )
    expect((await send('guess')).body).toMatchObject({ code: 'csv-unreadable', detail: 'The file is empty.' })
    const nowhere = await fixture.admin('POST', '/admin/accounts/nobody/import/preview', {
      body: file,
      headers: { 'content-type': 'text/csv' },
    })
    expect(nowhere.status).toBe(404)
  })

  test('downloads the mail of an import as a file that no browser shows', async () => {
    const raw = Buffer.from('Subject: Gr\xfc\xdfe\r\n\r\n', 'latin1')
    fixture.fakes.importer.answer((_, response) =>
      response.writeHead(200, { 'content-type': 'message/rfc822' }).end(raw),
    )
    const { status, headers } = await fixture.admin('GET', '/admin/imports/run-1/mail')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('message/rfc822')
    expect(headers.get('content-disposition')).toBe('attachment; filename="run-1.eml"')
    expect(fixture.fakes.importer.received.at(-1)?.url).toBe('/internal/imports/run-1/mail')
  })

  test('lists imports page by page and reads their rows', async () => {
    const page = { items: [], nextCursor: 'c1' }
    fixture.fakes.importer.answer((_, response) => json(response, 200, page))
    const { body, headers } = await fixture.admin('GET', '/admin/imports?state=quarantined')
    expect(body).toEqual(page)
    expect(headers.get('link')).toBe('</admin/imports?state=quarantined&cursor=c1>; rel="next"')
    expect(fixture.fakes.importer.received.at(-1)).toMatchObject({
      url: '/internal/imports?state=quarantined&limit=50',
      identity: { scope: 'support' },
    })
    await fixture.admin('GET', '/admin/imports/run-1?status=failed&limit=2')
    expect(fixture.fakes.importer.received.at(-1)?.url).toBe('/internal/imports/run-1?status=failed&limit=2')
  })

  test('switches a webhook on without saying since when', async () => {
    const { id } = await fixture.account()
    fixture.fakes.webhooks.answer((_, response) => json(response, 200, { recovered: 0 }))
    const { status, body } = await fixture.admin('POST', `/admin/accounts/${id}/webhook/enable`)
    expect([status, body]).toEqual([200, { recovered: 0 }])
  })

  test('reads the webhook of an account and how its import is configured', async () => {
    const { id } = await fixture.account()
    const webhook = {
      url: 'https://receiver.example/hook',
      enabled: true,
      disabledReason: null,
      pausedUntil: null,
      failingSince: null,
      secretCreatedAt: '2026-07-01T00:00:00.000Z',
      previousSecretValidUntil: null,
    }
    fixture.fakes.webhooks.answer((_, response) => json(response, 200, webhook))
    expect((await fixture.admin('GET', `/admin/accounts/${id}/webhook`)).body).toEqual(webhook)
    expect(fixture.fakes.webhooks.received.at(-1)?.identity).toMatchObject({ scope: 'support', account: id })

    fixture.fakes.importer.answer((_, response) => json(response, 200, { configuration }))
    expect((await fixture.admin('GET', `/admin/accounts/${id}/import`)).body).toEqual(configuration)
    fixture.fakes.importer.answer((_, response) => json(response, 200, { configuration: null }))
    expect((await fixture.admin('GET', `/admin/accounts/${id}/import`)).status).toBe(404)
  })

  test('lists the deliveries of an account and has them sent again, as support', async () => {
    const { id } = await fixture.account()
    fixture.fakes.webhooks.answer((_, response) => json(response, 200, { items: [], nextCursor: null }))
    const listed = await fixture.admin('GET', `/admin/accounts/${id}/webhook/deliveries?state=failed`)
    expect([listed.status, listed.body]).toEqual([200, { items: [], nextCursor: null }])
    expect(fixture.fakes.webhooks.received.at(-1)).toMatchObject({
      url: '/account/webhook/deliveries?state=failed&limit=50',
      identity: { scope: 'support', account: id },
    })
    fixture.fakes.webhooks.answer((_, response) => json(response, 202, { replayed: 3 }))
    const range = { since: '2026-07-01T00:00:00.000Z' }
    const replayed = await fixture.admin('POST', `/admin/accounts/${id}/webhook/replay`, { json: range })
    expect([replayed.status, replayed.body]).toEqual([202, { replayed: 3 }])
    expect(fixture.fakes.webhooks.received.at(-1)?.identity).toMatchObject({ scope: 'support', account: id })
    expect((await fixture.admin('POST', '/admin/accounts/nobody/webhook/replay')).status).toBe(404)
  })

  test('sets nothing for an account that does not exist', async () => {
    const before = fixture.fakes.webhooks.received.length
    const answer = await fixture.admin('PUT', '/admin/accounts/nobody/webhook', {
      json: { url: 'https://receiver.example' },
    })
    expect(answer.status).toBe(404)
    expect(fixture.fakes.webhooks.received).toHaveLength(before)
  })

  test('sends JSON and nothing else', async () => {
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

  test('of all services are listed together, and a service that is away is named', async () => {
    await using other = await startFixture()
    for (const fake of Object.values(other.fakes)) fake.answer((_, response) => json(response, 200, { queues: [] }))
    other.fakes.webhooks.answer((_, response) => json(response, 200, { queues: [queue] }))
    await other.fakes.builder.stop()
    const { body } = await other.admin('GET', '/admin/dead-letters')
    expect(body).toEqual({ queues: [queue], unreachable: ['builder'] })
  })

  test('are sent back by the service that reads the queue', async () => {
    fixture.fakes.webhooks.answer((_, response) => json(response, 200, { queue: queue.queue, redriven: 1 }))
    const { body } = await fixture.admin('POST', `/admin/dead-letters/${queue.queue}/redrive`)
    expect(body).toEqual({ queue: queue.queue, redriven: 1 })
    expect(fixture.fakes.webhooks.received.at(-1)?.url).toBe(`/internal/dead-letters/${queue.queue}/redrive`)
    expect((await fixture.admin('POST', '/admin/dead-letters/nobody.x/redrive')).status).toBe(404)
  })
})

describe('how every service fares', () => {
  test('is what each says of itself, and one that is away or speaks otherwise is unreachable', async () => {
    await using other = await startFixture()
    const { geodata, releases, builder, webhooks, importer } = other.fakes
    const ready = { status: 'up', checks: { database: 'up' } }
    for (const fake of [geodata, releases, webhooks]) fake.answer((_, response) => json(response, 200, ready))
    releases.answer((_, response) => json(response, 503, { status: 'down', checks: { database: 'down' } }))
    importer.answer((_, response) => json(response, 200, { ready: true }))
    await builder.stop()
    await vi.waitFor(
      async () => {
        const { status, body } = await other.admin('GET', '/admin/status')
        expect(status).toBe(200)
        expect(body.version).toMatch(/^\d+\.\d+\.\d+$/)
        expect(body.parts).toEqual([
          { name: 'gateway', status: 'up', checks: expect.objectContaining({ database: 'up' }) },
          { name: 'geodata', ...ready },
          { name: 'releases', status: 'down', checks: { database: 'down' } },
          { name: 'builder', status: 'unreachable', checks: {} },
          { name: 'webhooks', ...ready },
          { name: 'importer', status: 'unreachable', checks: {} },
        ])
      },
      { timeout: 20_000, interval: 200 },
    )
  })
})

describe('a release', () => {
  test('is looked for across accounts by releases itself', async () => {
    fixture.fakes.releases.answer((_, response) => json(response, 200, { releases: [] }))
    const { status, body } = await fixture.admin('GET', '/admin/releases?name=20240001&audit=5')
    expect([status, body]).toEqual([200, { releases: [] }])
    expect(fixture.fakes.releases.received.at(-1)).toMatchObject({
      url: '/internal/releases?name=20240001&audit=5',
      identity: { scope: 'support' },
    })
    expect((await fixture.admin('GET', '/admin/releases')).body.errors).toMatchObject([{ pointer: '/name' }])
  })

  test('is built again by releases, in the name of support', async () => {
    const build = {
      ...{ state: 'waiting', generation: 2, step: null, percent: 0, message: null, warnings: [] },
      ...{ requestedAt: '2026-07-01T08:00:00.000Z', finishedAt: null },
    }
    fixture.fakes.releases.answer((_, response) => json(response, 202, build))
    const account = randomUUID()
    const { status, body } = await fixture.admin('POST', `/admin/releases/${account}/link-1/build`)
    expect([status, body]).toEqual([202, build])
    expect(fixture.fakes.releases.received.at(-1)).toMatchObject({
      method: 'POST',
      url: `/content/release/${account}/link-1/build`,
      identity: { scope: 'support', actor: 'support' },
    })
  })
})

describe('a request', () => {
  test('is found again by its id: what was asked, how it ended, what it changed', async () => {
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
})

describe('logs', () => {
  test('hold no key, no token, no secret and no link', async () => {
    const { key = '', id } = await fixture.account()
    fixture.fakes.webhooks.answer((_, response) => json(response, 200, { secret: 'whsec_hidden' }))
    await fixture.admin('PUT', `/admin/accounts/${id}/webhook`, { json: { url: 'https://receiver.example/hook' } })
    await fixture.as(key)('GET', `/content/release/${id}/hidden-link-0123456789`)
    await fixture.call('GET', '/t/hidden-link-0123456789')
    await fixture.call('GET', '/account', { headers: { authorization: `${key}x` } })
    await eventually(() => fixture.lines.some((line) => line.includes('/t/{link}')))
    const text = fixture.lines.join('')
    for (const secret of [key, 'admin-token-of-the-tests', 'whsec_hidden', 'hidden-link', 'eyJ'])
      expect(text).not.toContain(secret)
  })
})
