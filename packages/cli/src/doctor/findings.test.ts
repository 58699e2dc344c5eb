import type { PartStatus } from '@guidebook/contracts'
import { expect, test } from 'vitest'
import { clockFindings } from './clocks.ts'
import type { Finding } from './finding.ts'
import { schemaFindings, serviceFindings, versionFindings } from './services.ts'
import { deadLetterFindings, mailboxFindings, outboxFindings, rateLimitFindings, webhookFindings } from './work.ts'

type Facts = PartStatus['facts']
const part = (name: PartStatus['name'], facts: Facts = {}, more: Partial<PartStatus> = {}): PartStatus => ({
  name,
  status: 'up',
  checks: { database: 'up', schema: 'up' },
  facts,
  ...more,
})
const build = (revision: string) => ({ process: { version: '1.0.0', revision, instance: revision } })
const brief = (findings: readonly Finding[]) => findings.map(({ state, message }) => `${state}: ${message}`)
const now = new Date('2027-03-01T12:00:00Z')

test('replicas that are ready are counted; each dependency that is down has its remedy', () => {
  const down = part('releases', build('b'), { status: 'down', checks: { database: 'up', broker: 'down' } })
  const findings = serviceFindings([part('releases', build('a')), part('releases', build('c')), down])
  expect(brief(findings)).toEqual(['ok: 2 replicas ready', 'error: broker is down at b'])
  expect(findings[1]?.remedy).toContain('AMQP_URL')
})

test('a service that does not respond is a problem, one that stops a warning', () => {
  const silent = part('builder', undefined, { status: 'unreachable', checks: {} })
  expect(serviceFindings([silent])[0]).toMatchObject({ state: 'error', remedy: expect.stringContaining('BUILDER_URL') })
  expect(brief(serviceFindings([part('gateway', build('a'), { status: 'draining' })]))).toEqual([
    'warning: a is stopping',
  ])
})

test('different versions side by side are named with their services', () => {
  expect(brief(versionFindings([part('gateway', build('a')), part('releases', build('a'))]))).toEqual(['ok: 1.0.0 (a)'])
  expect(brief(versionFindings([part('gateway', build('a')), part('releases', build('b'))]))).toEqual([
    'warning: different versions run side by side: 1.0.0 (a) of gateway; 1.0.0 (b) of releases',
  ])
})

test('a schema with migrations of a later version is a warning', () => {
  const schema = (ahead: number) => part('geodata', { schema: { missing: 0, ahead } })
  expect(brief(schemaFindings([schema(0)]))).toEqual(['ok: current in 1 service'])
  const warned = ['warning: its schema has 2 migrations of a later version']
  expect(brief(schemaFindings([schema(2)]))).toEqual(warned)
  // Only the replicas of the earlier version report it.
  expect(brief(schemaFindings([schema(2), schema(0)]))).toEqual(warned)
})

test.each([
  [2, 'ok'],
  [4, 'warning'],
  [6, 'error'],
])('clocks that differ by %i seconds: %s', (seconds, state) => {
  const at = (offset: number): Facts => ({ process: { clock: new Date(now.getTime() + offset * 1_000).toISOString() } })
  expect(clockFindings([part('gateway', at(0)), part('releases', at(seconds))])).toMatchObject([{ state }])
})

test('dead letters are a problem, also when they are unknown', () => {
  const queue = { queue: 'webhooks.release.shared.v1', count: 1, messages: [] }
  expect(brief(deadLetterFindings({ queues: [queue], unreachable: ['importer'] }))).toEqual([
    'error: 1 message could not be handled in webhooks.release.shared.v1',
    'error: unknown for importer',
  ])
  expect(brief(deadLetterFindings({ queues: [], unreachable: [] }))).toEqual(['ok: none'])
})

test.each([
  [5, ['ok: no message waits for long']],
  [90, ['warning: 3 messages wait to be sent, for 90 seconds']],
  [1_200, ['error: 3 messages wait to be sent, for 20 minutes']],
])('an outbox whose oldest message waits for %i seconds', (oldestSeconds, expected) => {
  expect(brief(outboxFindings([part('releases', { outbox: { waiting: 3, oldestSeconds } })]))).toEqual(expected)
})

test('one message that waits in an outbox', () => {
  const findings = outboxFindings([part('releases', { outbox: { waiting: 1, oldestSeconds: 90 } })])
  expect(brief(findings)).toEqual(['warning: 1 message waits to be sent, for 90 seconds'])
  expect(findings[0]?.remedy).toContain('After a return to the previous version')
})

test('a mailbox is read by one of the replicas', () => {
  const importer = (mailbox: NonNullable<Facts>[string]) => part('importer', { mailbox })
  const standby = importer({ polls: false, oldestUnhandledSeconds: 0 })
  const reads = (lastPoll: string, oldestUnhandledSeconds = 0) =>
    importer({ polls: true, lastPoll, oldestUnhandledSeconds })
  const fails = (unreadSince: string) => importer({ polls: true, lastPoll: null, unreadSince })
  expect(brief(mailboxFindings([standby, reads('2027-03-01T11:59:00Z')], now))).toEqual([
    'ok: read, and no mail waits for long',
  ])
  expect(brief(mailboxFindings([standby], now))).toEqual(['warning: no replica reads it at the moment'])
  expect(brief(mailboxFindings([standby, fails('2027-03-01T11:59:00Z')], now))).toEqual([
    'ok: not read yet, and no mail waits for long',
  ])
  expect(brief(mailboxFindings([standby, fails('2027-03-01T10:00:00Z')], now))).toEqual(['error: not read for 2 hours'])
  expect(brief(mailboxFindings([reads('2027-03-01T09:00:00Z', 7_200)], now))).toEqual([
    'error: last read 3 hours ago',
    'warning: a mail has waited for 2 hours',
  ])
})

test('endpoints that fail are a warning, and so are deliveries that wait while one is paused', () => {
  const deliveries = { due: 7, oldestDueSeconds: 0, endpointsFailing: 0, endpointsPaused: 0, endpointsOff: 0 }
  const found = (facts: object) =>
    brief(webhookFindings([part('webhooks', { deliveries: { ...deliveries, ...facts } })]))
  expect(found({})).toEqual(['ok: all endpoints get their deliveries'])
  expect(found({ endpointsPaused: 1, endpointsOff: 2 })).toEqual([
    'warning: 2 endpoints switched off: they returned 410, or failed for days',
    'warning: 1 endpoint failing, 1 of them paused',
  ])
  expect(found({ endpointsOff: 1 })).toEqual(['warning: 1 endpoint switched off: it returned 410, or failed for days'])
  expect(found({ endpointsFailing: 3, endpointsPaused: 1 })).toEqual(['warning: 3 endpoints failing, 1 of them paused'])
  const waiting = 'warning: 7 deliveries due, for 20 minutes'
  expect(found({ oldestDueSeconds: 1_200 })).toEqual([waiting])
  // Due deliveries are those of other endpoints.
  expect(found({ oldestDueSeconds: 1_200, endpointsPaused: 1 })).toEqual([
    'warning: 1 endpoint failing, 1 of them paused',
    waiting,
  ])
})

test('several gateways should count requests together', () => {
  const gateway = (shared: boolean | null) => part('gateway', { 'rate limit counters': { shared } })
  expect(rateLimitFindings([gateway(null)])).toEqual([])
  expect(rateLimitFindings([gateway(null), gateway(null)])[0]?.remedy).toContain('REDIS_URL')
  expect(brief(rateLimitFindings([gateway(true), gateway(true)]))).toEqual(['ok: counted together'])
  expect(rateLimitFindings([gateway(true), gateway(false)])[0]?.state).toBe('warning')
})
