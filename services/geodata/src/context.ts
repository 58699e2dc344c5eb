import type { AccountProjections, Database, FairSemaphore, Logger, ObjectStore } from '@guidebook/service-kit'
import type { TrackWorkerPool } from './track/track-worker-pool.ts'

/** Dependencies common to all use cases. */
export interface Context {
  database: Database
  accounts: AccountProjections
  objectStore: ObjectStore
  tracks: TrackWorkerPool
  lists: FairSemaphore
  largeReads: FairSemaphore
  /** How long changes of a guidebook are collected before they are announced, in milliseconds. */
  changeDelayMs: number
  log: Logger
}
