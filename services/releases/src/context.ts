import type {
  AccountProjections,
  Clock,
  Database,
  FairSemaphore,
  InternalClient,
  Logger,
  ObjectStore,
} from '@guidebook/service-kit'
import type { createReportReader } from './builds/queries.ts'
import type { MapSource } from './config.ts'
import type { createGuidebookFinder } from './creation/check-request.ts'
import type { createReleaseInserter } from './creation/create-release.ts'
import type { ReleaseMetrics } from './metrics.ts'
import type { createReleaseFinder } from './release/queries.ts'
import type { PublishedPages, RenderedPages } from './trip-link/published-pages.ts'
import type { Usage } from './usage/usage.ts'

/** Dependencies common to all use cases. */
export interface Context {
  database: Database
  accounts: AccountProjections
  geodata: InternalClient
  objectStore: ObjectStore
  findGuidebook: ReturnType<typeof createGuidebookFinder>
  findRelease: ReturnType<typeof createReleaseFinder>
  insertRelease: ReturnType<typeof createReleaseInserter>
  /** Takes the number of a new release. */
  nextNumber(): Promise<number>
  readReport: ReturnType<typeof createReportReader>
  publishedPages: PublishedPages
  renderedPages: RenderedPages
  /** Of the pages of previews, by account. */
  previewShares: FairSemaphore
  /** Of the statements that list releases, by account. */
  lists: FairSemaphore
  /** Of the pages of releases whose builds are requested after a change, by account. */
  rebuilds: FairSemaphore
  usage: Usage
  metrics: ReleaseMetrics
  clock: Clock
  /** Of the whole service, without a slash at its end; Trip Links begin with it. */
  publicUrl: string
  map: MapSource
  log: Logger
}
