import type { ServiceName } from '@guidebook/contracts'
import type { Broker, Clock, Database, InternalClient, Logger } from '@guidebook/service-kit'
import type { Keyring } from './api-key/keyring.ts'
import type { SerialQueue } from './api-key/serial-queue.ts'

/** What the use cases share. */
export interface Context {
  database: Database
  clock: Clock
  log: Logger
  keyring: Keyring
  /** What makes or revokes keys, by account. */
  keyChanges: SerialQueue
  broker: Broker
  /** Clients for all other services. */
  services: Readonly<Record<Exclude<ServiceName, 'gateway'>, InternalClient>>
}
