import type { AccountProjections, Database, Logger, ObjectStore } from '@guidebook/service-kit'
import type { TrackDesk } from './track/track-desk.ts'

/** What the service's use cases share. */
export interface Context {
  database: Database
  accounts: AccountProjections
  objectStore: ObjectStore
  tracks: TrackDesk
  /** How long changes of a guidebook are collected before they are made known, milliseconds. */
  changeDelayMs: number
  log: Logger
}
