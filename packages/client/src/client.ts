import { accountOf } from './account/account.ts'
import { importsOf } from './account/imports.ts'
import { webhookOf } from './account/webhook.ts'
import { type Caller, createCaller } from './call/caller.ts'
import { systemTiming, type Timing } from './call/timing.ts'
import { guidebooksOf } from './content/guidebooks.ts'
import { itemsOf } from './content/items.ts'
import { librariesOf } from './content/libraries.ts'
import { poisOf } from './content/pois.ts'
import { routesOf } from './content/routes.ts'
import { textsOf } from './content/texts.ts'
import { buildsOf } from './releases/builds.ts'
import { changesOf } from './releases/changes.ts'
import { releasesOf } from './releases/releases.ts'
import { type ClientSettings, readSettings } from './settings.ts'

type Group<Of extends (caller: Caller) => unknown> = ReturnType<Of>

/** Every partner operation. A method takes the parameters of its path, then the body, then options. */
export interface Client {
  content: {
    libraries: Group<typeof librariesOf>
    routes: Group<typeof routesOf>
    pois: Group<typeof poisOf>
    texts: Group<typeof textsOf>
    items: Group<typeof itemsOf>
    guidebooks: Group<typeof guidebooksOf>
  }
  releases: Group<typeof releasesOf> & Group<typeof changesOf> & Group<typeof buildsOf>
  account: Group<typeof accountOf> & {
    webhook: Group<typeof webhookOf>
    imports: Group<typeof importsOf>
  }
}

/** Throws a TypeError for an invalid setting. Sends nothing. */
export function createClient(settings: ClientSettings): Client {
  return createClientWith(systemTiming, settings)
}

export function createClientWith(timing: Timing, settings: ClientSettings): Client {
  return clientOf(createCaller({ settings: readSettings(settings), timing }))
}

const clientOf = (caller: Caller): Client => ({
  content: {
    libraries: librariesOf(caller),
    routes: routesOf(caller),
    pois: poisOf(caller),
    texts: textsOf(caller),
    items: itemsOf(caller),
    guidebooks: guidebooksOf(caller),
  },
  releases: { ...releasesOf(caller), ...changesOf(caller), ...buildsOf(caller) },
  account: { ...accountOf(caller), webhook: webhookOf(caller), imports: importsOf(caller) },
})
