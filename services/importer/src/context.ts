import type { AccountProjections, Clock, Database, InternalClient, Logger, ObjectStore } from '@guidebook/service-kit'
import type { TrustedServer } from './trust/authenticate-sender.ts'
import type { DnsResolver } from './trust/verify-signatures.ts'

/** What the service's use cases share. */
export interface Context {
  database: Database
  objects: ObjectStore
  accounts: AccountProjections
  geodata: InternalClient
  releases: InternalClient
  clock: Clock
  log: Logger
  /** The mail server whose word about senders counts; `undefined`: signatures are verified here. */
  trustedServer: TrustedServer | undefined
  /** Asks the DNS for what verifies signatures. */
  resolver: DnsResolver
  /** Tells the mailbox that something can be filed. */
  wakeMailbox(): void
  /** Tells the handler that mails wait. */
  wakeHandler(): void
  /** Tells the reader that files wait. */
  wakeReader(): void
  /** Tells the commander that rows wait, or that an account has room again. */
  wakeCommander(): void
  /** Tells the finisher that all rows of a run are decided. */
  wakeFinisher(): void
}
