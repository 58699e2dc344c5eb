import { expect, test } from 'vitest'
import { exitCodes } from '../src/index.ts'
import { account, guidebookAt, startStubListener } from './run-guidebook.ts'

const accounts = { body: { items: [account()], nextCursor: null } }
const webhook = {
  url: 'https://receiver.example/hook',
  enabled: true,
  disabledReason: null,
  pausedUntil: '2026-07-01T08:05:00.000Z',
  failingSince: '2026-07-01T08:00:00.000Z',
  secretCreatedAt: '2026-06-30T08:15:00.000Z',
  previousSecretValidUntil: null,
}
const attempt = { at: '2026-07-01T08:00:00.000Z', durationMs: 12, response: null }
const delivery = {
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  webhookId: 'msg_1',
  kind: 'release.shared',
  release: 'k3Vq8ZpT1xWcY7dRsN2bLg',
  state: 'pending',
  attempts: [
    { ...attempt, status: 500, outcome: 'refused', reason: null },
    { ...attempt, status: null, outcome: 'timeout', reason: 'No complete response arrived within the time limit.' },
  ],
  nextAttemptAt: '2026-07-01T08:05:00.000Z',
  replays: [],
  createdAt: '2026-07-01T07:59:59.000Z',
}

test('deliveries are listed with the outcome of the last attempt', async () => {
  await using listener = await startStubListener({
    'GET /admin/accounts': accounts,
    'GET /admin/accounts/id-of-abc/webhook/deliveries': { body: { items: [delivery], nextCursor: 'more' } },
  })
  const { code, out, err } = await guidebookAt(listener.url, ['webhook', 'deliveries', 'ABC', '--state', 'pending'])
  expect(code).toBe(exitCodes.done)
  expect(out).toContain('pending  2         No complete response arrived within the time limit.')
  expect(out).toContain('msg_1')
  expect(err).toContain('Only the newest 50 are shown.')
  expect(listener.received.at(-1)?.url).toContain('state=pending&limit=50')
})

test('deliveries of a release are found by its whole Trip Link', async () => {
  await using listener = await startStubListener({
    'GET /admin/accounts': accounts,
    'GET /admin/accounts/id-of-abc/webhook/deliveries': { body: { items: [delivery], nextCursor: null } },
  })
  const link = `https://guidebook.example/t/${delivery.release}/roadbook.pdf`
  const { out } = await guidebookAt(listener.url, ['webhook', 'deliveries', 'ABC', '--release', link])
  expect(out).toContain('msg_1')
  expect(listener.received.at(-1)?.url).toContain(`release=${delivery.release}&`)
})

test('a failing webhook is shown with the start of the failure and the end of the pause', async () => {
  await using listener = await startStubListener({
    'GET /admin/accounts': accounts,
    'GET /admin/accounts/id-of-abc/webhook': { body: webhook },
  })
  const { out } = await guidebookAt(listener.url, ['webhook', 'show', 'ABC'])
  expect(out).toMatch(/State +enabled, failing/)
  expect(out).toMatch(/Failing since +2026-07-01 08:00:00Z/)
  expect(out).toMatch(/Paused until +2026-07-01 08:05:00Z/)
})

test('a webhook is ended, and a dry run ends nothing', async () => {
  await using listener = await startStubListener({
    'GET /admin/accounts': accounts,
    'GET /admin/accounts/id-of-abc/webhook': { body: webhook },
    'DELETE /admin/accounts/id-of-abc/webhook': { status: 204 },
  })
  await guidebookAt(listener.url, ['webhook', 'end', 'ABC', '--dry-run'])
  expect(listener.received.map(({ method }) => method)).not.toContain('DELETE')
  const { code, out } = await guidebookAt(listener.url, ['webhook', 'end', 'ABC', '--yes'])
  expect(code).toBe(exitCodes.done)
  expect(out).toMatch(/Webhook +ended/)
  const json = await guidebookAt(listener.url, ['webhook', 'end', 'ABC', '--yes', '--json'])
  expect(JSON.parse(json.out)).toEqual({ account: 'id-of-abc', url: webhook.url })
  expect(listener.received.map(({ method }) => method)).toContain('DELETE')
})

test('a range is sent again with only the given options', async () => {
  await using listener = await startStubListener({
    'GET /admin/accounts': accounts,
    'GET /admin/accounts/id-of-abc/webhook': { body: webhook },
    'POST /admin/accounts/id-of-abc/webhook/replay': { status: 202, body: { replayed: 7 } },
  })
  const words = ['webhook', 'replay', 'ABC', '--since', '2026-07-01T00:00:00Z']
  const dry = await guidebookAt(listener.url, [...words, '--dry-run'])
  expect(dry.code).toBe(exitCodes.done)
  expect(listener.received.every(({ method }) => method === 'GET')).toBe(true)
  const { code, out } = await guidebookAt(listener.url, words)
  expect(code).toBe(exitCodes.done)
  expect(out).toMatch(/Deliveries queued again +7/)
  expect(listener.received.at(-1)?.body).toEqual({ since: '2026-07-01T00:00:00Z' })
})
