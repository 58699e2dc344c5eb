import type { AccountProjections, Database, Logger, ObjectStore } from '@guidebook/service-kit'
import type { TrackWorkerPool } from './track/track-worker-pool.ts'

/** What the service's use cases share. */
export interface Context {
  database: Database
  accounts: AccountProjections
  objectStore: ObjectStore
  tracks: TrackWorkerPool
  /** How long changes of a guidebook are collected before they are made known, milliseconds. */
  changeDelayMs: number
  log: Logger
}
