import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { BuildInput } from '@guidebook/contracts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { objectKeys } from '../src/artifact/object-keys.ts'
import { type Step, stepPercents } from '../src/build/steps.ts'
import { anInput, aRequest, aRoute, asking, inAccount, line } from './content.ts'
import { type Fixture, inTime, startFixture } from './fixture.ts'
import { photograph } from './kinds/building.ts'
import { type Provider, startDeepl, testKey } from './translation/providers.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const steps = Object.keys(stepPercents) as Step[]

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let fixture: Fixture
let provider: Provider
let victim: ChildProcess
const releases = new Map<Step, BuildInput>()

/** Two processes die, and between them with a build in hand in every step; then one is started that stays. */
beforeAll(async () => {
  ;[fixture, provider] = await Promise.all([startFixture(), startDeepl()])
  fixture.neighbours.before = keepWaiting
  for (const step of steps) releases.set(step, await aRelease(step))

  startVictim()
  // The first book of a process waits for its fonts, so that the report comes well before the end.
  await Promise.all([hasBegun('rendering'), request('rendering')])
  await kill()

  startVictim()
  // In the order of how long they may be kept waiting. All is drawn here, and the guidebook is still to be stored.
  await Promise.all([asks('storing', 'storeGuidebook'), request('storing')])
  await Promise.all([
    ...[asks('input', 'readBuildInput'), request('input')],
    ...[asks('content', 'resolveReferences'), request('content')],
    ...[asks('tracks', 'readTrack'), request('tracks')],
    ...[asksForATranslation(), request('translation')],
  ])
  // Twenty photographs take longer than it takes to say so.
  await Promise.all([hasBegun('images'), request('images')])
  await kill()

  await fixture.start(settings())
})
afterAll(async () => {
  victim?.kill('SIGKILL')
  await fixture?.[Symbol.asyncDispose]()
  await provider?.[Symbol.asyncDispose]()
})

const settings = () => ({
  ...{ TRANSLATION_PROVIDER: 'deepl', TRANSLATION_URL: provider.url, TRANSLATION_KEY: testKey },
  // Long enough for the others to get there, too. What the dead one had claimed is free again after this time and a few seconds.
  TRANSLATION_TIMEOUT: '5s',
})

function startVictim(): void {
  victim = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, ...fixture.environment, ...settings(), LOG_LEVEL: 'error', BUILD_PARALLELISM: '6' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function kill(): Promise<void> {
  victim.kill('SIGKILL')
  await once(victim, 'exit')
  unanswered.clear()
}

const releaseOf = (step: Step): BuildInput => {
  const input = releases.get(step)
  if (!input) throw new Error(`there is no release for ${step}`)
  return input
}
const request = (step: Step) => fixture.request(asking(releaseOf(step)))

/** What all texts of a step's release have in them, and no other's. */
const textsOf = (step: Step) => `(${step})`

/** An on-demand release whose build goes through all steps, with work to do in each. */
async function aRelease(step: Step): Promise<BuildInput> {
  const { neighbours } = fixture
  const account = randomUUID()
  const route = inAccount(
    neighbours,
    account,
  )({ ...aRoute(step, line(46, 10, 400), neighbours.tracks), descriptions: {} })
  // A report follows the last one after a while: what is killed upon one has to take longer.
  const width = step === 'images' || step === 'rendering' ? 3_200 : 400
  const pois = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => ({
      content: {
        ...{ name: `Blick ${index} ${textsOf(step)}`, lat: 46, lon: 10, type: 'PANORAMICVIEW' as const },
        image: await fixture.keepImage(await photograph(index * 12, width)),
      },
    })),
  )
  const stages = [
    { number: 1, title: `Zum Pass ${textsOf(step)}`, routes: [{ libraryReference: { link: route.id } }], pois },
  ]
  const guidebook = { title: `Über die Pässe ${textsOf(step)}`, stages }
  return anInput(neighbours, account, {
    release: { kind: 'on-demand', lang: 'fr', translate: true },
    input: { defaultLang: 'de', request: aRequest({ guidebook }) },
  })
}

/** Who is asked for this and that account does not answer while the process lives that asks. */
const unanswered = new Map<string, () => void>()

async function keepWaiting(operation: string, account: string): Promise<void> {
  const isAsked = unanswered.get(`${operation} ${account}`)
  if (!isAsked) return
  isAsked()
  await once(victim, 'exit')
}

/** The build of that release is in the middle of its step: it has asked someone who does not answer. */
const asks = (step: Step, operation: string) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  unanswered.set(`${operation} ${releaseOf(step).release.account}`, resolve)
  return promise
}

const asksForATranslation = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  provider.before = async (raw) => {
    if (!raw.includes(textsOf('translation'))) return undefined
    resolve()
    await once(victim, 'exit')
    provider.before = () => undefined
    return 503
  }
  return promise
}

/** The build of that release is in the middle of its step: it has said that the step has begun. */
const hasBegun = (step: Step) => {
  const { id } = releaseOf(step).release
  return inTime(() => fixture.progressed.some(({ data }) => data.release === id && data.step === step), { everyMs: 2 })
}

test.each(steps)(
  'a process that is killed in the step %s leaves its build to the next one: one guidebook, one set of files, one message',
  async (step) => {
    const { id, key, account } = releaseOf(step).release
    const { guidebook, artifacts, warnings } = await fixture.completion({ release: id, generation: 1 })
    const { knex } = fixture.database
    expect(await knex('builds').where({ account }).first()).toMatchObject({ state: 'done', losses: 1, attempts: 0 })
    await inTime(async () => (await knex('outbox')).length === 0)
    expect(fixture.completed.filter(({ data }) => data.release === id)).toHaveLength(1)
    expect(fixture.failed).toEqual([])
    const stored = fixture.neighbours.stored.get(key)
    expect([guidebook?.id, stored?.version]).toEqual([stored?.id, 1])
    const shown = await knex('build_objects').where({ account, dropped_at: null }).pluck('key')
    expect(shown.toSorted()).toEqual([...new Set(objectKeys(artifacts))].toSorted())
    expect(artifacts.images).toHaveLength(20)
    // Whoever had them translated: each text was paid for once, and the log says so.
    const translated = provider.translated.map(({ text }) => text).filter((text) => text.includes(textsOf(step)))
    expect(translated.length).toBeGreaterThan(0)
    expect(new Set(translated).size).toBe(translated.length)
    expect(warnings.map(({ code }) => code)).toEqual(['texts-translated'])
  },
)
