import type { AccountProjections, Clock, Database, InternalClient, Logger, ObjectStore } from '@guidebook/service-kit'
import type { TrustedServer } from './trust/authenticate-sender.ts'
import type { DnsResolver } from './trust/verify-signatures.ts'
import type { WakeSignal } from './wake-signal.ts'

/** Dependencies of the use cases. */
export interface Context {
  database: Database
  objects: ObjectStore
  accounts: AccountProjections
  geodata: InternalClient
  releases: InternalClient
  clock: Clock
  log: Logger
  /** The mail server whose authentication results are trusted; `undefined`: the importer verifies signatures itself. */
  trustedServer: TrustedServer | undefined
  /** Resolves DNS records to verify signatures. */
  resolver: DnsResolver
  wake: WakeSignal
}
