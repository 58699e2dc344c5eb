import { type ServiceName, serviceNames } from '@guidebook/contracts'
import type { Clock, Database, FairSemaphore, InternalClient, Logger } from '@guidebook/service-kit'
import type { Keyring } from './api-key/keyring.ts'
import type { GatewaySettings } from './config.ts'
import type { Sessions } from './portal/sessions.ts'

export type OtherService = Exclude<ServiceName, 'gateway'>
export const otherServices = serviceNames.filter((name): name is OtherService => name !== 'gateway')

/** Dependencies common to all use cases. */
export interface Context {
  database: Database
  clock: Clock
  log: Logger
  settings: GatewaySettings
  keyring: Keyring
  sessions: Sessions
  /** Changes of an account by its keys and people, and all changes of its keys, by account. */
  accountChanges: FairSemaphore
  services: Readonly<Record<OtherService, InternalClient>>
}
