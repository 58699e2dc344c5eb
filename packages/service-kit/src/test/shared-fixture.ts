import type { ServiceName } from '@guidebook/contracts'
import { testWithBrowser } from './browser.ts'

interface Shared {
  service: ServiceName
  fixture: Promise<AsyncDisposable>
}

/** A process shares one fixture at a time, because it has one virtual host, whose messages a service under test consumes. */
let current: Shared | undefined

async function end(): Promise<void> {
  const shared = current
  current = undefined
  await (await shared?.fixture)?.[Symbol.asyncDispose]()
}

/** Ends the shared fixture of another service. */
export async function endSharedFixture(user: string): Promise<void> {
  if (current !== undefined && current.service !== user) await end()
}

/**
 * A `test` with the fixtures `browser` and `shared`, which all test files of the service use that run in the same process. It ends when a file of
 * another service needs the virtual host, or when the process ends.
 */
export function testWithShared<T extends AsyncDisposable>(service: ServiceName, start: () => Promise<T>) {
  return (
    testWithBrowser()
      // biome-ignore lint/correctness/noEmptyPattern: vitest requires a pattern
      .extend('endOfProcess', { scope: 'worker' }, async ({}, { onCleanup }) => {
        onCleanup(end)
        return end
      })
      // Depends on `endOfProcess` only so that vitest sets it up.
      .extend('shared', { scope: 'file' }, async ({ endOfProcess: _ }) => {
        if (current?.service !== service) {
          await end()
          current = { service, fixture: start() }
        }
        return (await current.fixture) as T
      })
  )
}
