import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aGuidebook, anInput, asking } from './content.ts'
import { type Fixture, inTime, startFixture } from './fixture.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let fixture: Fixture
let victim: ChildProcess | undefined
beforeEach(async () => {
  fixture = await startFixture()
})
afterEach(async () => {
  victim?.kill('SIGKILL')
  await fixture[Symbol.asyncDispose]()
})

function startVictim(): void {
  victim = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, ...fixture.environment, LOG_LEVEL: 'error', BUILD_PARALLELISM: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function kill(): Promise<void> {
  victim?.kill('SIGKILL')
  if (victim) await once(victim, 'exit')
}

/** Kills the process when it asks for the operation, before it is answered. */
function killAt(operation: string): () => boolean {
  let isKilled = false
  fixture.neighbours.before = async (asked) => {
    if (asked !== operation || isKilled) return
    await kill()
    isKilled = true
  }
  return () => isKilled
}

test.each(['readBuildInput', 'readTrack', 'storeGuidebook'])(
  'a process that is killed at %s leaves its build to the next one, which ends it once',
  async (operation) => {
    const account = randomUUID()
    const guidebook = aGuidebook(fixture.neighbours, account)
    const input = anInput(fixture.neighbours, account, {
      release: { kind: 'customized' },
      input: { guidebook: { id: guidebook.id } },
    })
    const isKilled = killAt(operation)
    startVictim()
    await fixture.request(asking(input))
    await inTime(isKilled)
    await fixture.start()
    await fixture.completion({ release: input.release.id, generation: 1 })
    expect(await fixture.database.knex('builds').first()).toMatchObject({ state: 'done', losses: 1, attempts: 0 })
    await inTime(async () => (await fixture.database.knex('outbox')).length === 0)
    expect(fixture.completed).toHaveLength(1)
    expect(fixture.failed).toEqual([])
    expect(fixture.neighbours.stored.get(input.release.key)?.version).toBe(1)
  },
)

test('a process that is killed while it draws leaves its build to the next one', async () => {
  const account = randomUUID()
  const guidebook = aGuidebook(fixture.neighbours, account)
  const input = anInput(fixture.neighbours, account, { input: { guidebook: { id: guidebook.id } } })
  startVictim()
  await fixture.request(asking(input))
  // The first book of a process waits for its fonts, so that the report comes well before the end.
  await inTime(() => fixture.progressed.some(({ data }) => data.step === 'rendering'), {
    everyMs: 2,
  })
  await kill()
  await fixture.start()
  await fixture.completion({ release: input.release.id, generation: 1 })
  await inTime(async () => (await fixture.database.knex('outbox')).length === 0)
  expect(fixture.completed).toHaveLength(1)
})
