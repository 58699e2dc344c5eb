import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { BuildInput } from '@guidebook/contracts'
import { bareEnvironment } from '@guidebook/service-kit/test'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { objectKeys } from '../src/artifact/queries.ts'
import { type Step, stepPercents } from '../src/outcome/steps.ts'
import { type Fixture, inTime, startFixture } from './builder-fixture.ts'
import { anInput, aRequest, aRoute, inAccount, line, requestFor } from './fixtures.ts'
import { photograph } from './kinds/building.ts'
import { type Provider, startDeepl, testKey } from './translation/providers.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let fixture: Fixture
let provider: Provider
let victim: ChildProcess | undefined
beforeAll(async () => {
  fixture = await startFixture()
})
beforeEach(async () => {
  provider = await startDeepl()
})
afterEach(async () => {
  victim?.kill('SIGKILL')
  await fixture.reset()
  await provider[Symbol.asyncDispose]()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const settings = () => ({
  TRANSLATION_PROVIDER: 'deepl',
  TRANSLATION_URL: provider.url,
  TRANSLATION_KEY: testKey,
  // None of the held requests times out.
  TRANSLATION_TIMEOUT: '1m',
})

function startVictim(): void {
  victim = spawn(process.execPath, [main], {
    env: {
      ...bareEnvironment(),
      ...fixture.environment,
      ...settings(),
      LOG_LEVEL: 'error',
      BUILD_PARALLELISM: '1',
      // Three builds of three accounts are held at once.
      BUILD_RESERVED: '2',
      IMAGE_PARALLELISM: '1',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function kill(): Promise<void> {
  victim?.kill('SIGKILL')
  if (victim) await once(victim, 'exit')
}

/** An on-demand release whose texts no other release has. Its build works in each step, longest in this one. */
async function aRelease(step: Step) {
  const { stubs } = fixture
  const account = randomUUID()
  const route = inAccount(
    stubs,
    account,
  )({ ...aRoute(`ROUTE-${step}`, line(46, 10, 400), stubs.tracks), descriptions: {} })
  const pois = await Promise.all(
    Array.from({ length: step === 'images' ? 20 : 1 }, async (_, index) => ({
      content: {
        name: `Blick ${index}: ${step}`,
        lat: 46,
        lon: 10,
        type: 'PANORAMICVIEW' as const,
        image: await fixture.keepImage(await photograph(index * 12, step === 'images' ? 1_600 : 400)),
      },
    })),
  )
  const stages = Array.from({ length: step === 'rendering' ? 25 : 1 }, (_, index) => ({
    number: index + 1,
    title: titleOf(step),
    routes: [{ libraryReference: { link: route.id } }],
    pois: index === 0 ? pois : [],
  }))
  return anInput(stubs, account, {
    release: { kind: 'on-demand', lang: 'fr', translate: true },
    input: { defaultLang: 'de', request: aRequest({ guidebook: { title: `Über die Pässe: ${step}`, stages } }) },
  })
}

/** Resolves in the middle of a step of this build: during a call without a response, or after the report that the step has begun. */
type Middle = (of: BuildInput['release']) => Promise<void>

const hasEnded = () => victim?.signalCode !== null
const ended = () => once(victim as ChildProcess, 'exit')

const calls =
  (operation: string): Middle =>
  (release) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { before } = fixture.stubs
    fixture.stubs.before = async (asked, account) => {
      await before(asked, account)
      if (asked !== operation || account !== release.account || hasEnded()) return
      resolve()
      await ended()
    }
    return promise
  }
const hasBegun =
  (step: Step): Middle =>
  async ({ id }) =>
    void (await inTime(() => fixture.progressed.some(({ data }) => data.release === id && data.step === step), {
      everyMs: 2,
    }))

/** The build cannot end before the process is killed, however fast the step is. */
const beforeStoring =
  (middle: Middle): Middle =>
  async (release) => {
    void calls('storeGuidebook')(release)
    await middle(release)
  }

const titleOf = (step: Step): string => `Zum Pass: ${step}`

const inTheMiddleOf: Record<Step, Middle> = {
  input: calls('readBuildInput'),
  content: calls('resolveReferences'),
  translation: () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    provider.before = async (raw) => {
      if (!raw.includes(titleOf('translation')) || hasEnded()) return
      resolve()
      await ended()
      return 503
    }
    return promise
  },
  tracks: calls('readTrack'),
  images: beforeStoring(hasBegun('images')),
  rendering: beforeStoring(hasBegun('rendering')),
  // All files are drawn, and the guidebook is not stored yet.
  storing: async (release) => {
    const isAsked = calls('storeGuidebook')(release)
    await hasBegun('storing')(release)
    await isAsked
  },
}

/** Without SOAK, one process is killed for three builds: while texts are paid for, when all files are drawn and none is announced, while files are drawn. */
const kills: readonly (readonly Step[])[] =
  process.env.SOAK === undefined
    ? [['translation', 'storing', 'rendering']]
    : (Object.keys(stepPercents) as Step[]).map((step) => [step])

test.each(kills.map((steps) => ({ names: steps.join(', '), steps })))(
  'after a process is killed in $names, another one completes each build: one guidebook, one set of files, one message',
  async ({ steps }) => {
    startVictim()
    const inputs: BuildInput[] = []
    for (const step of steps) {
      const input = await aRelease(step)
      const isThere = inTheMiddleOf[step](input.release)
      await fixture.request(requestFor(input))
      await isThere
      inputs.push(input)
    }
    await kill()
    const { knex } = fixture.database
    // As if the time of its claims had passed.
    await knex('translations').whereNotNull('claimed_until').update({ claimed_until: knex.fn.now() })
    await fixture.start(settings())
    for (const { release, request } of inputs) {
      const { guidebook, artifacts, warnings } = await fixture.completion({ release: release.id, generation: 1 })
      expect(await knex('builds').where({ release: release.id }).first()).toMatchObject({
        state: 'done',
        losses: 1,
        attempts: 0,
      })
      const stored = fixture.stubs.stored.get(release.key)
      expect([guidebook?.id, stored?.version]).toEqual([stored?.id, 1])
      const shown = await knex('build_objects').where({ release: release.id, dropped_at: null }).pluck('key')
      expect(shown.toSorted()).toEqual([...new Set(objectKeys(artifacts))].toSorted())
      expect(artifacts.images).toHaveLength(request?.guidebook.stages[0]?.pois?.length ?? 0)
      expect(warnings.map(({ code }) => code)).toEqual(['texts-translated'])
    }
    await inTime(async () => (await knex('outbox')).length === 0)
    expect(fixture.completed).toHaveLength(inputs.length)
    expect(fixture.failed).toEqual([])
    // Whichever process translated them, each text was paid for once and reported.
    expect(new Set(provider.translated.map(({ text }) => text)).size).toBe(provider.translated.length)
  },
)
