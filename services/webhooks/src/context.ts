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
  /** How long the previous secret continues to sign, milliseconds. */
  secretOverlapMs: number
  /** Notifies the dispatcher that a delivery is due. */
  wakeDispatcher(): void
}
