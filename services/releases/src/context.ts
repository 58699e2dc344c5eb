import type { AccountProjections, Clock, Database, InternalClient, Logger, ObjectStore } from '@guidebook/service-kit'
import type { Reports } from './builds/reports.ts'
import type { Guidebooks } from './release/find-guidebook.ts'
import type { ReleaseNumbers } from './release/release-numbers.ts'
import type { Releases } from './release/releases.ts'
import type { MapSource } from './trip-link/map-source.ts'
import type { PageCache } from './trip-link/page-cache.ts'
import type { Publications } from './trip-link/publications.ts'
import type { Usage } from './usage/usage.ts'

/** What the use cases need; made once in `service.ts`. */
export interface Context {
  database: Database
  accounts: AccountProjections
  geodata: InternalClient
  guidebooks: Guidebooks
  objectStore: ObjectStore
  releases: Releases
  numbers: ReleaseNumbers
  reports: Reports
  publications: Publications
  pages: PageCache
  usage: Usage
  clock: Clock
  /** Of the whole service, without a slash at its end; Trip Links begin with it. */
  publicUrl: string
  map: MapSource
  log: Logger
}
