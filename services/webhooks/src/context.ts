import type { AccountProjections, Clock, Database, Logger } from '@guidebook/service-kit'
import type { DestinationPolicy } from '@guidebook/service-kit/outbound'
import type { SecretBox } from './endpoint/secret-box.ts'

/** What the service's use cases share. */
export interface Context {
  database: Database
  accounts: AccountProjections
  secrets: SecretBox
  destinations: DestinationPolicy
  clock: Clock
  log: Logger
  /** How long the secret before a new one goes on signing, milliseconds. */
  secretOverlapMs: number
  /** Tells the dispatcher that something is due. */
  wakeDispatcher(): void
}
