import type { EventEmitter } from 'node:events'
import type { AccountProjections, Clock, Database, InternalClient, Logger, ObjectStore } from '@guidebook/service-kit'
import type { ImporterSettings } from './config.ts'
import type { DnsResolver } from './trust/verify-signatures.ts'

/** Dependencies of the use cases. */
export interface Context {
  settings: ImporterSettings
  database: Database
  objects: ObjectStore
  accounts: AccountProjections
  geodata: InternalClient
  releases: InternalClient
  clock: Clock
  log: Logger
  /** Resolves DNS records to verify signatures. */
  resolver: DnsResolver
  /** Delays before the retries of a mail, a file or a report that failed, milliseconds; after the last it is given up. */
  retrySchedule: readonly number[]
  /** The same for a mail that could not be fetched from the mail server. */
  fetchRetrySchedule: readonly number[]
  /** Wakes stages of this process. The database is the truth: a stage that misses a signal finds its work at the next poll. */
  wake: EventEmitter<PipelineEvents>
}

/** What a stage of the pipeline has done; the stage that waits for it looks for work immediately instead of at its next poll. */
interface PipelineEvents {
  /** A mail was fetched, or released from quarantine. */
  mailStored: []
  /** The files of a mail have runs. */
  runsBegun: []
  /** Rows of a run wait for their commands. */
  rowsRecorded: []
  /** Commands have outcomes, so their account has room for more. */
  commandsSettled: []
  /** All rows of a run are decided. */
  runDecided: []
  /** A mail is decided, so it can be filed. */
  mailDecided: []
}

/** Milliseconds after which another process takes over the work of a process that died, and between two renewals before. */
export const leaseTimes = { leaseMs: 20_000, renewEveryMs: 5_000 }

export const after = ({ clock }: Pick<Context, 'clock'>, ms: number): Date => new Date(clock.now().getTime() + ms)
