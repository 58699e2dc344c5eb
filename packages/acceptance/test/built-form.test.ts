/**
 * The bundled services, as operations run them: the plans of their statements, in the long form one trace, the build's version, and killed processes
 * without loss or duplicates.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { isSoak } from '../src/is-soak.ts'
import type { SystemHandle } from '../src/running-system.ts'
import { type ExclusiveSystem, exclusiveSystem } from '../src/shared-system.ts'
import { createContent, waypoints } from '../src/trip.ts'
import { startLedger, type WebhookLedger } from '../src/webhook-ledger.ts'
import { type FaultPlan, faultsOf, jointFaults, shortPlan } from './faults/faults.ts'
import { importFaults } from './faults/import-faults.ts'
import { releaseFaults } from './faults/release-faults.ts'
import { webhookFaults } from './faults/webhook-faults.ts'
import { queryPlans } from './query-plans/query-plans.ts'
import { startTraced, type TracedSystem } from './traced-system.ts'

let exclusive: ExclusiveSystem
let traced: TracedSystem
const system = (): SystemHandle => exclusive.system
const suffix = randomUUID().slice(0, 8)

beforeAll(async () => {
  exclusive = await exclusiveSystem()
  traced = await startTraced(exclusive.system)
  await createContent(traced.partners.operator, suffix)
}, 900_000)
afterAll(async () => {
  await traced?.receiver.stop()
  await exclusive?.[Symbol.asyncDispose]()
}, 900_000)

// First: it reads all statements since the start of the system.
describe('the plans of all statements', () =>
  queryPlans({ system: () => system().describe(), partners: () => traced.partners, suffix }))

it.runIf(isSoak)(
  'with bundled services, one trace covers an on-demand release from the request at the gateway to the POST of the webhook',
  async () => {
    const trace = await traced.traceOnDemandRelease(`LIB-${suffix}`)
    expect(trace.webhook).toContain(trace.traceId)
    expect(trace.path).toEqual(['gateway', 'releases', 'webhooks'])
    // The link is a secret: an operator of the tracing system must not be able to open the trip.
    expect(trace.exported).not.toContain(trace.link)
  },
  900_000,
)

it('the metrics of bundled services contain the version and the commit of the build', async () => {
  for (const [service, { healthUrl }] of Object.entries(system().describe().services)) {
    const metrics = await (await fetch(`${healthUrl}/metrics`)).text()
    expect(metrics).toMatch(
      new RegExp(`^guidebook_build_info\\{service="${service}",version="[\\d.]+",revision="[0-9a-f]{40}"\\} 1$`, 'm'),
    )
  }
})

// In the long form the groups run one after the other. In the short form all run at once and share the same faults.
describe('faults', { concurrent: !isSoak }, () => {
  const seed = fc.readConfigureGlobal().seed ?? 0
  const secrets = new Map<string, string>()
  const joint = jointFaults(faultsOf(system, shortPlan(seed)), 3)
  let ledger: WebhookLedger
  const faults = (plan: FaultPlan) => (isSoak ? faultsOf(system, plan) : joint)
  const bench = { system, ledger: () => ledger, secrets, seed, faults }
  beforeAll(async () => {
    await traced.receiver.stop()
    ledger = await startLedger(system().describe().webhookReceiver, secrets, seed)
  })
  afterAll(() => ledger?.stop())
  describe('while releases are created', () => releaseFaults(bench))
  describe('while webhooks are delivered', () => webhookFaults(bench))
  describe('while lists are imported', () => importFaults(bench))
})

it('the demonstration with own tracks passes against the bundled services', async () => {
  const tracks = mkdtempSync(join(tmpdir(), 'guidebook-tracks-'))
  onTestFinished(() => rmSync(tracks, { recursive: true }))
  const points = waypoints.map(({ lat, lon, ele }) => `<trkpt lat="${lat}" lon="${lon}"><ele>${ele}</ele></trkpt>`)
  writeFileSync(join(tracks, 'bachalpsee.gpx'), `<gpx><trk><trkseg>${points.join('')}</trkseg></trk></gpx>`)
  const { code, output } = await system().run('demo', ['--tracks', tracks])
  expect(output).toContain('all steps passed')
  expect(output).toMatch(/\/portal\/sign-in#[\w-]{43}$/m)
  expect(code, output).toBe(0)
}, 900_000)
