import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDnsServer } from '@guidebook/service-kit/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { firstAttempt } from './first-attempt.ts'
import { startFixture } from './fixture.ts'
import { type Case, second, timeoutMs } from './hostile-case.ts'
import { connections } from './hostile-connections.ts'
import { certificates, type Hostile, listening, overHttps, overTcp } from './hostile-receiver.ts'
import { responses } from './hostile-responses.ts'
import { withSender } from './with-sender.ts'

const cases = [...responses, ...connections]
const noAnswer = { status: null, response: null }
const names: Record<string, readonly string[]> = { localhost: ['127.0.0.1'], 'inward.example': ['10.0.0.1'] }

/** A service whose attempts have this time limit, and receivers for the cases. */
async function startWith(limitMs: number, cases: readonly Case[]) {
  const opened = new AsyncDisposableStack()
  const dns = opened.use(await startDnsServer())
  dns.answer = (name) => names[name] ?? null
  const receivers = new Map(await Promise.all(cases.map(async (each) => [each, await listening(each.server)] as const)))
  for (const receiver of receivers.values()) opened.use(receiver)
  const folder = opened.use(mkdtempDisposableSync(join(tmpdir(), 'hostile-')))
  const authorities = join(folder.path, 'ca.pem')
  const { good, expired, misnamed } = certificates
  writeFileSync(authorities, [good, expired, misnamed].map(({ certificate }) => certificate).join('\n'))
  const settings = {
    WEBHOOK_TIMEOUT: `${limitMs}ms`,
    WEBHOOK_CA_FILE: authorities,
    WEBHOOK_ALLOWED_PORTS: [...receivers.values()].map(({ port }) => port).join(','),
  }
  const fixture = opened.use(await startFixture(settings, { lookup: dns.lookup }))
  return { fixture, receivers, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

// Those that are not late have a long limit, which they do not reach on a busy machine, and do not run beside those that are.
describe.each([
  { limitMs: timeoutMs, some: cases.filter(({ isLate }) => isLate) },
  { limitMs: 60 * second, some: cases.filter(({ isLate }) => !isLate) },
])('a receiver', ({ limitMs, some }) => {
  let started: Awaited<ReturnType<typeof startWith>>
  beforeAll(async () => {
    started = await startWith(limitMs, some)
  })
  afterAll(() => started[Symbol.asyncDispose]())

  it.concurrent.each(some)('$title', async (each) => {
    const { fixture, receivers } = started
    const { host = 'localhost', server, attempt, isLate, waitMs = 5 * second } = each
    const receiver = receivers.get(each) as Hostile
    const delivery = await firstAttempt(fixture, `https://${host}:${receiver.port}/hook`)

    expect(delivery.attempts).toEqual([
      expect.objectContaining({ ...noAnswer, ...attempt, at: fixture.clock.now().toISOString() }),
    ])
    // One attempt is one connection: nothing is followed, nothing is tried again behind the schedule's back.
    expect(receiver.connections).toBe(server === null ? 0 : 1)

    const durationMs = delivery.attempts[0]?.durationMs ?? 0
    expect(durationMs).toBeLessThan(limitMs + 2 * second)
    if (isLate) expect(durationMs).toBeGreaterThanOrEqual(limitMs - 10)

    if (waitMs === null) {
      expect(delivery.nextAttemptAt).toBeNull()
      expect(delivery.state).toBe(attempt.outcome === 'acknowledged' ? 'delivered' : 'failed')
    } else {
      const waited = Date.parse(delivery.nextAttemptAt ?? '') - fixture.clock.now().getTime()
      expect(delivery.state).toBe('pending')
      expect(waited).toBeGreaterThanOrEqual(waitMs)
      expect(waited).toBeLessThanOrEqual(Math.max(waitMs, 5.5 * second))
    }
  })
})

it('an attempt that waits for a socket or a connection ends at its time limit', async () => {
  const hangsUpLate = overHttps((response) => setTimeout(() => response.destroy(), (1 / 2) * timeoutMs))
  let connections = 0
  await using receiver = await listening(
    overTcp((socket) => {
      connections += 1
      if (connections === 1) hangsUpLate.emit('connection', socket)
    }),
  )
  const options = { ca: [certificates.good.certificate], timeoutMs, connectionsPerReceiver: 1 }
  const [first, second] = await withSender('127.0.0.0/8', options, (send) => {
    const url = `https://localhost:${receiver.port}/`
    return Promise.all([send(url), send(url)])
  })
  expect([first.outcome, second.outcome, connections]).toEqual(['connection-failed', 'timeout', 2])
  expect(second.durationMs).toBeLessThan(1.4 * timeoutMs)
})
