import { accountOf } from './account.ts'
import { type Caller, createCaller } from './call/caller.ts'
import { systemTiming, type Timing } from './call/timing.ts'
import { contentOf } from './content.ts'
import { releasesOf } from './releases/releases.ts'
import { type ClientSettings, readSettings } from './settings.ts'

/** Every partner operation. A method takes the parameters of its path, then the body, then options. */
export type Client = ReturnType<typeof clientOf>

/** Throws a TypeError for an invalid setting. Sends nothing. */
export function createClient(settings: ClientSettings): Client {
  return createClientWith(systemTiming, settings)
}

export function createClientWith(timing: Timing, settings: ClientSettings): Client {
  return clientOf(createCaller({ settings: readSettings(settings), timing }))
}

const clientOf = (caller: Caller) => ({
  content: contentOf(caller),
  releases: releasesOf(caller),
  account: accountOf(caller),
})
