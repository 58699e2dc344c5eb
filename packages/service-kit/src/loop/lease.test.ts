import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withLease } from './lease.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

const log = pino({ level: 'silent' })

/** A lease whose renewals have the results of the script, then succeed; each takes a third of the lease time. */
function leaseWith(script: (boolean | Error)[]) {
  const renewals = { count: 0 }
  const renew = async () => {
    const next = script[renewals.count++] ?? true
    vi.advanceTimersByTime(4_000)
    if (next instanceof Error) throw next
    return next
  }
  return { renewals, lease: { leaseMs: 12_000, renewEveryMs: 1, renew, log } }
}

/** Fails if the lease is renewed again before another lease is renewed three times. */
async function expectEnded(renewals: { count: number }): Promise<void> {
  const { count } = renewals
  const other = leaseWith([])
  await withLease(other.lease, () => isRenewed(other.renewals, 3))
  expect(renewals.count).toBe(count)
}

const isRenewed = (renewals: { count: number }, times: number) =>
  vi.waitUntil(() => renewals.count >= times, { interval: 1, timeout: 10_000 })

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))

test('the lease is renewed until the work is done', async () => {
  const { lease, renewals } = leaseWith([])
  const work = async (lost: AbortSignal) => {
    await isRenewed(renewals, 3)
    expect(lost.aborted).toBe(false)
    return 'done'
  }
  expect(await withLease(lease, work)).toBe('done')
  await expectEnded(renewals)
})

test('the lease is lost when another process holds it', async () => {
  const { lease, renewals } = leaseWith([true, false])
  await withLease(lease, aborted)
  expect(renewals.count).toBe(2)
})

test('the lease survives a failed renewal, and is lost when renewals fail until it runs out', async () => {
  const failed = new Error('connect')
  const { lease, renewals } = leaseWith([failed, true, failed, failed])
  await withLease(lease, aborted)
  expect(renewals.count).toBe(4)
})

test('the lease is lost when a renewal hangs', async () => {
  const lease = { leaseMs: 30, renewEveryMs: 10, renew: () => new Promise<boolean>(() => undefined), log }
  await withLease(lease, aborted)
})

test('a renewal that hangs does not delay the end of the work', async () => {
  const { promise: renewing, resolve } = Promise.withResolvers<void>()
  const renew = () => {
    resolve()
    return new Promise<boolean>(() => undefined)
  }
  const lease = { leaseMs: 60_000, renewEveryMs: 1, renew, log }
  expect(await withLease(lease, () => renewing.then(() => 'done'))).toBe('done')
})

test('an error of the work ends the renewals', async () => {
  const { lease, renewals } = leaseWith([])
  const work = async () => {
    await isRenewed(renewals, 2)
    throw new Error('wrong')
  }
  await expect(withLease(lease, work)).rejects.toThrow('wrong')
  await expectEnded(renewals)
})
