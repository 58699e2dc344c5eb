import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
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
  // The claims of the killed process expire after this time and a few seconds.
  TRANSLATION_TIMEOUT: '1s',
})

function startVictim(): void {
  victim = spawn(process.execPath, [main], {
    env: {
      ...bareEnvironment(),
      ...fixture.environment,
      ...settings(),
      LOG_LEVEL: 'error',
      BUILD_PARALLELISM: '1',
      IMAGE_PARALLELISM: '1',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function kill(): Promise<void> {
  victim?.kill('SIGKILL')
  if (victim) await once(victim, 'exit')
}

/** An on-demand release whose build has work in each step. */
async function aRelease(images: number) {
  const { stubs } = fixture
  const account = randomUUID()
  const route = inAccount(stubs, account)({ ...aRoute('ROUTE', line(46, 10, 400), stubs.tracks), descriptions: {} })
  const pois = await Promise.all(
    Array.from({ length: images }, async (_, index) => ({
      content: {
        name: `Blick ${index}`,
        lat: 46,
        lon: 10,
        type: 'PANORAMICVIEW' as const,
        image: await fixture.keepImage(await photograph(index * 12)),
      },
    })),
  )
  const stages = [{ number: 1, title: 'Zum Pass', routes: [{ libraryReference: { link: route.id } }], pois }]
  return anInput(stubs, account, {
    release: { kind: 'on-demand', lang: 'fr', translate: true },
    input: { defaultLang: 'de', request: aRequest({ guidebook: { title: 'Über die Pässe', stages } }) },
  })
}

/** Resolves in the middle of a step: during a call without a response, or after the report that the step has begun. */
const calls = (operation: string) => () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  fixture.stubs.before = async (asked) => {
    if (asked !== operation) return
    resolve()
    await once(victim as ChildProcess, 'exit')
    fixture.stubs.before = () => undefined
  }
  return promise
}
const hasBegun = (step: Step) => async () =>
  void (await inTime(() => fixture.progressed.some(({ data }) => data.step === step), { everyMs: 2 }))

const inTheMiddleOf: Record<Step, () => Promise<void>> = {
  input: calls('readBuildInput'),
  content: calls('resolveReferences'),
  translation: () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    provider.before = async () => {
      resolve()
      await once(victim as ChildProcess, 'exit')
      provider.before = () => undefined
      return 503
    }
    return promise
  },
  tracks: calls('readTrack'),
  // Preparing twenty images takes longer than reporting the step.
  images: hasBegun('images'),
  // The first book of a process waits for its fonts, so the report comes well before the end.
  rendering: hasBegun('rendering'),
  // All files are drawn, and the guidebook is not stored yet.
  storing: async () => {
    const isAsked = calls('storeGuidebook')()
    await hasBegun('storing')()
    await isAsked
  },
}

/** Without SOAK: while texts are paid for, while files are drawn, and when all are drawn and none is announced. */
const steps: readonly Step[] =
  process.env.SOAK === undefined ? ['translation', 'rendering', 'storing'] : (Object.keys(stepPercents) as Step[])

test.each(steps)(
  'after a process is killed in the step %s, another one completes its build: one guidebook, one set of files, one message',
  async (step) => {
    const images = step === 'images' ? 20 : 3
    const input = await aRelease(images)
    const isThere = inTheMiddleOf[step]()
    startVictim()
    await fixture.request(requestFor(input))
    await isThere
    await kill()
    await fixture.start(settings())
    const { guidebook, artifacts, warnings } = await fixture.completion({ release: input.release.id, generation: 1 })
    const { knex } = fixture.database
    expect(await knex('builds').first()).toMatchObject({ state: 'done', losses: 1, attempts: 0 })
    await inTime(async () => (await knex('outbox')).length === 0)
    expect(fixture.completed).toHaveLength(1)
    expect(fixture.failed).toEqual([])
    const stored = fixture.stubs.stored.get(input.release.key)
    expect([guidebook?.id, stored?.version]).toEqual([stored?.id, 1])
    const shown = await knex('build_objects').where({ dropped_at: null }).pluck('key')
    expect(shown.toSorted()).toEqual([...new Set(objectKeys(artifacts))].toSorted())
    expect(artifacts.images).toHaveLength(images)
    // Whichever process translated them, each text was paid for once and reported.
    expect(new Set(provider.translated.map(({ text }) => text)).size).toBe(provider.translated.length)
    expect(warnings.map(({ code }) => code)).toEqual(['texts-translated'])
  },
)
