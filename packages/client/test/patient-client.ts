import { type Client, createClientIn } from '../src/client.ts'
import type { ClientSettings } from '../src/settings.ts'
import type { StandIn } from './stand-in-service.ts'

export interface PatientClient {
  client: Client
  /** How long the client paused between attempts, milliseconds. */
  pauses: number[]
}

export const apiKey = 'gbk_test_theSecretOfTheAccount'

/** A client whose pauses take no time, yet count: its clock goes on by each. Chance always says `chance`. */
export function patientClient(
  { url }: Pick<StandIn, 'url'>,
  settings: Partial<ClientSettings> = {},
  { chance = 1, begin = Date.now() }: { chance?: number; begin?: number } = {},
): PatientClient {
  const pauses: number[] = []
  let time = begin
  const surroundings = {
    now: () => time,
    random: () => chance,
    async pause(ms: number, signal: AbortSignal | undefined) {
      pauses.push(ms)
      time += ms
      signal?.throwIfAborted()
    },
  }
  return { client: createClientIn(surroundings, { baseUrl: url, apiKey, ...settings }), pauses }
}
