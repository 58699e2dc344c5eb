/**
 * Clients try to exhaust the system. During each attack, a bystander gets no errors, its waiting times stay within a bound, and so does the memory of
 * every process. The long form (`npm run soak`) runs each attack alone and measures twenty times as long. The short form
 * runs the attacks of a kind concurrently where that is as strict: each from its own address, and with its own account where a limit per account would
 * spare the system the others.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isSoak } from '../src/is-soak.ts'
import type { SystemHandle } from '../src/running-system.ts'
import { usualSystem } from '../src/shared-system.ts'
import { type Attack, concurrently } from './attack.ts'
import { costlyPreviews, manyUnknownFields, millionsOfValues, unfinishedEscapes } from './attacks/costly-bodies.ts'
import { costlyBuilds } from './attacks/costly-builds.ts'
import { evasiveRequests, idleConnections } from './attacks/evasive-requests.ts'
import { repeatedReads, unread } from './attacks/large-responses.ts'
import { slowBodies } from './attacks/slow-bodies.ts'
import { Bystander } from './bystander.ts'
import { prioritize } from './priority.ts'
import { bystanderRequests, createScenario, jobs, type Scenario } from './scenario.ts'
import { watchMemory } from './watch-memory.ts'

/** Durations of a measurement: without an attack, during an attack, and during hostile builds, which take longer. */
const [usualMs, measuredMs, measuredBuildMs] = isSoak ? [5_000, 20_000, 100_000] : [400, 600, 2_000]
/** Other programs on the machine disturb short measurements more often than long ones. The limits per minute may take a few seconds to act. */
const maxMeasurements = isSoak ? 3 : 20
/** The 99th percentile of the bystander's latencies may double, or stay below this. */
const alwaysAllowedMs = 250
/** Highest allowed resident memory of any process. */
const maxMebibytes = 512
/** A background job may take this much longer during an attack, because it may wait for one unit of the attacker's work. */
const maxJobDelayMs = 10_000

let system: SystemHandle
let scenario: Scenario
let bystander: Bystander
/** The 99th percentile of the bystander's latencies without an attack, in milliseconds. */
let usualP99: number

beforeAll(async () => {
  system = await usualSystem()
  scenario = await createScenario(system)
  bystander = new Bystander(bystanderRequests(scenario))
  // Other programs on this machine must not distort the measurements. The attackers run in this process.
  for (const pid of [process.pid, bystander.pid, ...system.describe().processes.map((one) => one.pid)]) prioritize(pid)
  // The minimum of several, because the first requests and those beside another busy program are slow.
  usualP99 = Number.POSITIVE_INFINITY
  for (let time = 1; time <= 4; time++) usualP99 = Math.min(usualP99, (await bystander.measure(usualMs)).p99)
}, 900_000)

afterAll(() => bystander?.[Symbol.dispose]())

/** Runs `measure` during the attack, and checks the memory of the system. */
const duringAttack = async <T>({ run }: Attack, measure: () => Promise<T>): Promise<T> => {
  const memory = watchMemory(system)
  const end = new AbortController()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const attack = run(scenario, end.signal, begin)
  try {
    // An attack that fails rejects before it begins.
    await Promise.race([begun, attack])
    return await measure()
  } finally {
    end.abort()
    await attack
    const tooLarge = memory.stop().filter(({ mebibytes }) => mebibytes > maxMebibytes)
    expect.soft(tooLarge, 'memory').toEqual([])
  }
}

const isServed = (attack: Attack) => duringAttack(attack, () => expectServed(attack, measuredMs))

/** Measures the bystander during an attack. Repeats a slow measurement, because an effective attack slows all of them. Accepts no errors. */
const expectServed = async ({ name }: Attack, forMs: number): Promise<void> => {
  const allowed = Math.max(alwaysAllowedMs, 2 * usualP99)
  for (let time = 1; ; time++) {
    const { errors, median, p99, slow, count } = await bystander.measure(forMs)
    const times = [median, p99, usualP99].map((ms) => ms.toFixed(0))
    console.log(`${name}: median ${times[0]} ms, p99 ${times[1]} ms (${slow}), usually ${times[2]} ms`)
    expect.soft(errors.slice(0, 3), `${errors.length} of ${count} requests`).toEqual([])
    if (p99 > allowed && time < maxMeasurements) continue
    expect.soft(p99, 'p99 in milliseconds').toBeLessThanOrEqual(allowed)
    return
  }
}

const isBuiltAndServed = async (attack: Attack): Promise<void> => {
  const alone = await jobs.build(scenario)
  const [duration] = await duringAttack(attack, () =>
    Promise.all([jobs.build(scenario), expectServed(attack, measuredBuildMs)]),
  )
  console.log(`${attack.name}: build ${duration.toFixed(0)} ms, alone ${alone.toFixed(0)} ms`)
  expect(duration, 'milliseconds of the build').toBeLessThanOrEqual(alone + maxJobDelayMs)
}

const isPreviewedAndServed = async (attack: Attack): Promise<void> => {
  const alone = await jobs.preview(scenario)
  const [duration] = await duringAttack(attack, () =>
    Promise.all([jobs.preview(scenario), expectServed(attack, measuredMs)]),
  )
  console.log(`${attack.name}: preview ${duration.toFixed(0)} ms, alone ${alone.toFixed(0)} ms`)
  expect(duration, 'milliseconds of the preview').toBeLessThanOrEqual(alone + maxJobDelayMs)
}

const individuallyInSoak = (name: string, attacks: readonly Attack[]): readonly Attack[] =>
  isSoak ? attacks : [concurrently(`${name}, all at once`, attacks)]

const heldConnections = [...slowBodies, ...unread, ...idleConnections]

describe('a bystander is served while', () => {
  const attacks = [
    ...individuallyInSoak('bodies arrive slowly', slowBodies),
    ...individuallyInSoak('responses are not read', unread),
    ...individuallyInSoak('connections and event streams are only held open', idleConnections),
    ...individuallyInSoak('long routes are read without a pause', repeatedReads),
    ...evasiveRequests,
    ...individuallyInSoak('bodies have millions of values', millionsOfValues),
    ...manyUnknownFields,
    ...individuallyInSoak('texts have unfinished escapes', unfinishedEscapes),
  ]
  for (const attack of attacks) it(attack.name, () => isServed(attack), 900_000)
})

it.runIf(isSoak)(
  'all connections that are held at once cost the bystander no request, and the system no more memory than it may use',
  async () => {
    const attack = concurrently('held connections', heldConnections)
    const { errors, count } = await duringAttack(attack, () => bystander.measure(measuredMs))
    expect(errors.slice(0, 3), `${errors.length} of ${count} requests`).toEqual([])
  },
  900_000,
)

describe('a bystander is served and its guidebook is built while', () => {
  for (const attack of individuallyInSoak('expensive guidebooks', costlyBuilds))
    it(attack.name, () => isBuiltAndServed(attack), 900_000)
})

describe('a bystander is served and its file is previewed while', () => {
  for (const attack of individuallyInSoak('expensive files', costlyPreviews))
    it(attack.name, () => isPreviewedAndServed(attack), 900_000)
})
