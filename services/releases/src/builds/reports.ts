import { batched, type Database } from '@guidebook/service-kit'
import { type BuildReport, findReports, type ReleaseId } from './queries.ts'

/** Reports that many ask for at one time, read by few statements; null where the builder has said nothing yet. */
export type Reports = (release: ReleaseId) => Promise<BuildReport | null>

export const reports = (database: Database): Reports =>
  batched({ load: (asked: readonly ReleaseId[]) => findReports(database.knex, asked) })
