import { type Client, createClientWith } from '../src/client.ts'
import type { ClientSettings } from '../src/settings.ts'
import type { Stub } from './stub-service.ts'

export interface TestClient {
  client: Client
  /** How long the client paused between attempts, milliseconds. */
  pauses: number[]
}

export const apiKey = 'gbk_test_theSecretOfTheAccount'

/** A client whose pauses only advance its clock. `chance`: its random numbers. */
export function testClient(
  { url }: Pick<Stub, 'url'>,
  settings: Partial<ClientSettings> = {},
  { chance = 1, begin = Date.now() }: { chance?: number; begin?: number } = {},
): TestClient {
  const pauses: number[] = []
  let time = begin
  const timing = {
    now: () => time,
    random: () => chance,
    async pause(ms: number, signal: AbortSignal | undefined) {
      pauses.push(ms)
      time += ms
      signal?.throwIfAborted()
    },
  }
  return { client: createClientWith(timing, { baseUrl: url, apiKey, ...settings }), pauses }
}
