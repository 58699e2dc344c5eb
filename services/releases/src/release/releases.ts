import { batched, type Database, retryConflicts } from '@guidebook/service-kit'
import type { DownloadCodeTakenError } from '../download-code/errors.ts'
import { insertReleases, type ReleaseRows } from './insert-releases.ts'
import { type FullRelease, type FullRow, findReleases, toFullRelease } from './queries.ts'

/** Releases of many requests, read and written by few statements. */
export interface Releases {
  /** Of one account, as its operator or as its seller; a revoked release is no more. Throws `UnknownAccountError`. */
  find(account: string, link: string): Promise<FullRelease | null>
  /** All or nothing of one release, which has no seller; rivals for its code but not its company decide. Throws `DownloadCodeTakenError`. */
  insert(release: ReleaseRows): Promise<void>
}

export function releases(database: Database): Releases {
  const find = batched<{ account: string; link: string }, FullRow | null>({
    load: (questions) => findReleases(database.knex, questions),
  })
  const insert = batched<ReleaseRows, DownloadCodeTakenError | undefined>({
    async load(rows) {
      const results = await retryConflicts(() => insertReleases(database.knex, rows))
      database.wakeRelay()
      return results
    },
  })
  return {
    async find(account, link) {
      const row = await find({ account, link })
      return row === null ? null : toFullRelease(row)
    },
    async insert(release) {
      await insert(release)
    },
  }
}
