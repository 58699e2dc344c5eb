import {
  createListShares,
  createOrphanSweeper,
  type Overrides,
  openObjectStore,
  type RunningService,
  startParts,
} from '@guidebook/service-kit'
import { createChangeAnnouncer } from './announcement/change-announcer.ts'
import type { GeodataSettings } from './config.ts'
import type { Context } from './context.ts'
import { findUnusedCovers } from './guidebook/queries.ts'
import { itemImages } from './image/stored-image.ts'
import { findUnusedImages } from './item/queries.ts'
import { createLargeReadShares } from './request/large-reads.ts'
import { routes } from './routes.ts'
import { migrations } from './schema.ts'
import { subscriptions } from './subscriptions.ts'
import { createTrackWorkerPool } from './track/track-worker-pool.ts'

/** Starts the service; `overrides` are for tests. */
export const startService = (settings: GeodataSettings, overrides: Overrides = {}): Promise<RunningService> =>
  startParts({ service: 'geodata', migrations }, settings, overrides, async (parts) => {
    const { database, log, clock, broker, accounts } = parts
    const objectStore = await openObjectStore(settings.OBJECT_STORE_URL)
    const tracks = createTrackWorkerPool(settings.TRACK_THREADS)
    const changeDelayMs = settings.GUIDEBOOK_CHANGE_DELAY
    const lists = createListShares()
    const largeReads = createLargeReadShares()
    const context: Context = { database, accounts, objectStore, tracks, lists, largeReads, changeDelayMs, log }
    const store = { objectStore, clock, log }
    return {
      routes: routes(context),
      components: [
        tracks.component,
        createChangeAnnouncer({ database, log, delayMs: changeDelayMs }),
        createOrphanSweeper({
          ...store,
          prefix: 'geodata/',
          findUnused: (account, keys) => findUnusedCovers(database.knex, account, keys),
        }),
        createOrphanSweeper({
          ...store,
          prefix: itemImages,
          findUnused: (account, keys) => findUnusedImages(database.knex, account, keys),
        }),
        ...subscriptions(broker, context),
      ],
      checks: [objectStore.check],
    }
  })
