/**
 * Clients that try to take more than their share, and a bystander beside each: it gets no error, waits hardly longer than before, and no process
 * of the system grows beyond a bound. The long form (`npm run soak`) makes each attack by itself and measures twenty times as long; the short
 * one makes those at the same time that hold much and compute little, and those on one kind of job.
 */
import { constants, setPriority } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildBundles, type RunningSystem, startSystem } from '../src/running-system.ts'
import { type Attack, together } from './attack.ts'
import { costlyBodies, costlyPreviews } from './attacks/costly-bodies.ts'
import { costlyBuilds } from './attacks/costly-builds.ts'
import { crookedRequests, silent } from './attacks/crooked-requests.ts'
import { repeatedReads, unread } from './attacks/large-answers.ts'
import { slowBodies } from './attacks/slow-bodies.ts'
import { Bystander } from './bystander.ts'
import { bystanderRequests, jobs, type Stage, setStage } from './stage.ts'
import { watchMemory } from './watch-memory.ts'

const isSoak = process.env.SOAK !== undefined
/** How long the bystander is measured, milliseconds: alone, during each attack, and during hostile builds, which go on for longer. */
const [usualMs, measuredMs, measuredBuildMs] = isSoak ? [5_000, 20_000, 100_000] : [500, 1_000, 3_000]
/** Other programs on the machine disturb short measurements more often than long ones. */
const maxMeasurements = isSoak ? 3 : 8
/** The 99th percentile of the bystander's waiting times may double, or stay under this, milliseconds. */
const always = 250
/** No process of the system may ever have more resident, MiB. */
const mostMebibytes = 512
/** A job in the background may take this much longer beside an attack, milliseconds: one unit of the attacker's work may be under way. */
const jobPatience = 10_000

let system: RunningSystem
let stage: Stage
let bystander: Bystander
/** The 99th percentile of the bystander's waiting times without an attack, milliseconds. */
let usualP99: number

beforeAll(async () => {
  await buildBundles()
  system = await startSystem({ GUIDEBOOK_FORM: 'built' })
  stage = await setStage(system)
  bystander = new Bystander(bystanderRequests(stage))
  // In operation, attackers use other machines; here they share the processors with the system.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  // The least of several: the first requests are slow, and so are those during which another program is busy.
  usualP99 = Number.POSITIVE_INFINITY
  for (let time = 1; time <= 4; time++) usualP99 = Math.min(usualP99, (await bystander.measure(usualMs)).p99)
}, 300_000)

afterAll(async () => {
  bystander?.[Symbol.dispose]()
  await system?.stop()
}, 120_000)

/** Attacks, measures the bystander in the meantime, and checks what it and the system's memory have come to. */
const besideAttack = async <T>({ run }: Attack, measure: () => Promise<T>): Promise<T> => {
  const memory = watchMemory(system)
  const end = new AbortController()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const attack = run(stage, end.signal, begin)
  try {
    // An attack that cannot be made rejects before it begins.
    await Promise.race([begun, attack])
    return await measure()
  } finally {
    end.abort()
    await attack
    const tooLarge = memory.stop().filter(({ mebibytes }) => mebibytes > mostMebibytes)
    expect.soft(tooLarge, 'memory').toEqual([])
  }
}

const isServed = (attack: Attack) => besideAttack(attack, () => expectServed(attack, measuredMs))

/** Measures the bystander during an attack. An attack that works slows down every measurement; errors are never accepted. */
const expectServed = async ({ name }: Attack, forMs: number): Promise<void> => {
  const allowed = Math.max(always, 2 * usualP99)
  for (let time = 1; ; time++) {
    const { errors, median, p99, count } = await bystander.measure(forMs)
    console.log(`${name}: median ${median.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, usually ${usualP99.toFixed(0)} ms`)
    expect.soft(errors.slice(0, 3), `${errors.length} of ${count} requests`).toEqual([])
    if (p99 > allowed && time < maxMeasurements) continue
    expect.soft(p99, 'p99 in milliseconds').toBeLessThanOrEqual(allowed)
    return
  }
}

const isBuiltAndServed = async (attack: Attack): Promise<void> => {
  const alone = await jobs.build(stage)
  const [beside] = await besideAttack(attack, () =>
    Promise.all([jobs.build(stage), expectServed(attack, measuredBuildMs)]),
  )
  console.log(`${attack.name}: build ${beside.toFixed(0)} ms, alone ${alone.toFixed(0)} ms`)
  expect(beside, 'milliseconds of the build').toBeLessThanOrEqual(alone + jobPatience)
}

const isPreviewedAndServed = async (attack: Attack): Promise<void> => {
  const alone = await jobs.preview(stage)
  const [beside] = await besideAttack(attack, () =>
    Promise.all([jobs.preview(stage), expectServed(attack, measuredMs)]),
  )
  console.log(`${attack.name}: preview ${beside.toFixed(0)} ms, alone ${alone.toFixed(0)} ms`)
  expect(beside, 'milliseconds of the preview').toBeLessThanOrEqual(alone + jobPatience)
}

const orTogether = (name: string, attacks: readonly Attack[]): readonly Attack[] =>
  isSoak ? attacks : [together(`${name}, all at once`, attacks)]

describe('a bystander is served while', () => {
  const attacks = [
    ...orTogether('slow bodies, unread answers and silent connections', [...slowBodies, ...unread, ...silent]),
    ...[...repeatedReads, ...crookedRequests, ...costlyBodies],
  ]
  for (const attack of attacks) it(attack.name, () => isServed(attack), 180_000)
})

describe('a bystander is served, and its guidebook built, while', () => {
  for (const attack of orTogether('guidebooks that cost much to build', costlyBuilds))
    it(attack.name, () => isBuiltAndServed(attack), 600_000)
})

describe('a bystander is served, and its file previewed, while', () => {
  for (const attack of orTogether('files that cost much to read', costlyPreviews))
    it(attack.name, () => isPreviewedAndServed(attack), 180_000)
})
