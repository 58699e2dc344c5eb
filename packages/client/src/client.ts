import { accountOf } from './account.ts'
import { createCaller } from './call/caller.ts'
import type { Transport } from './call/perform.ts'
import { systemTiming, type Timing } from './call/timing.ts'
import { contentOf } from './content.ts'
import { releasesOf } from './releases/releases.ts'
import { type ClientSettings, readSettings } from './settings.ts'

/** Every partner operation. A method takes the parameters of its path, then the body, then options. */
export interface Client {
  content: ReturnType<typeof contentOf>
  releases: ReturnType<typeof releasesOf>
  account: ReturnType<typeof accountOf>
}

/** Throws a TypeError for an invalid setting. Sends nothing. */
export function createClient(settings: ClientSettings): Client {
  return createClientWith(systemTiming, settings)
}

export function createClientWith(timing: Timing, settings: ClientSettings): Client {
  return clientOf({ settings: readSettings(settings), timing })
}

export function clientOf(transport: Transport): Client {
  const caller = createCaller(transport)
  return { content: contentOf(caller), releases: releasesOf(caller), account: accountOf(caller) }
}
