/**
 * The bundled services, as operations run them: one trace, the build's version, and processes that are killed at random moments, one use
 * of the system after the other, without anything lost or doubled.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noLimits, type RunningSystem } from '../src/running-system.ts'
import { createContent } from '../src/trip.ts'
import { importFaults } from './faults/of-imports.ts'
import { releaseFaults } from './faults/of-releases.ts'
import { webhookFaults } from './faults/of-webhooks.ts'
import { startTracedSystem, type TracedSystem } from './traced-system.ts'

let traced: TracedSystem
const system = (): RunningSystem => traced.system
const suffix = randomUUID().slice(0, 8)

beforeAll(async () => {
  traced = await startTracedSystem('up', { ...noLimits, GUIDEBOOK_FORM: 'built', WEBHOOK_TIMEOUT: '3s' })
  await createContent(traced.partners.operator, suffix)
}, 300_000)
afterAll(() => traced?.stop(), 120_000)

it('the bundled services keep one trace from the on-demand request at the gateway to the POST of the webhook', async () => {
  const way = await traced.followOnDemandRelease(`LIB-${suffix}`)
  expect(way.webhook).toContain(way.traceId)
  expect(way.path).toEqual(['gateway', 'releases', 'webhooks'])
  // The link is a secret: an operator of the tracing system must not be able to open the trip.
  expect(way.exported).not.toContain(way.link)
}, 180_000)

it('the bundled services show in their metrics the version and the commit that they were built from', async () => {
  for (const [service, { healthUrl }] of Object.entries(traced.system.describe().services)) {
    const metrics = await (await fetch(`${healthUrl}/metrics`)).text()
    expect(metrics).toMatch(
      new RegExp(`^guidebook_build_info\\{service="${service}",version="[\\d.]+",revision="[0-9a-f]{40}"\\} 1$`, 'm'),
    )
  }
})

describe('faults', () => {
  beforeAll(() => traced.receiver.stop())
  describe('of releases', () => releaseFaults(system))
  describe('of webhooks', () => webhookFaults(system))
  describe('of imports', () => importFaults(system))
})

it('the demonstration passes against the bundled services', async () => {
  const { code, output } = await system().run('demo')
  expect(output).toContain('all steps passed')
  expect(code, output).toBe(0)
}, 180_000)
