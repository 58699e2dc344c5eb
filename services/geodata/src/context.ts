import type { AccountProjections, Database, Logger, ObjectStore } from '@guidebook/service-kit'
import type { SearchShares } from './request/search-shares.ts'
import type { TrackWorkerPool } from './track/track-worker-pool.ts'

/** Dependencies common to all use cases. */
export interface Context {
  database: Database
  accounts: AccountProjections
  objectStore: ObjectStore
  tracks: TrackWorkerPool
  searches: SearchShares
  /** How long changes of a guidebook are collected before they are announced, in milliseconds. */
  changeDelayMs: number
  log: Logger
}
