import type { Artifacts, Build, BuildWarning } from '@guidebook/contracts'
import { alignByOrdinality, batched, type Database, prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type * as rows from '../generated/rows.ts'
import type { ReleaseId, ReleaseRow } from '../release/release.ts'
import type { ProblemTexts } from './build-problems.ts'

/** What the builder last reported about the newest build of a release. */
export interface BuildReport extends Omit<rows.BuildRow, 'account' | 'release_id'> {
  warnings: BuildWarning[]
}

/** A release and its newest build. */
type NewestBuild = Pick<ReleaseRow, 'account' | 'id' | 'generation'>

/** In the order of the releases; null when the builder has not reported anything about the newest build. */
async function findReports(db: Knex, releases: readonly NewestBuild[]): Promise<(BuildReport | null)[]> {
  const found = await prepared<BuildReport & { place: number }>(
    db,
    'releases/build-reports',
    `select asked.place, b.generation, sequence, state, step, percent, message, code, warnings, finished_at
       from unnest(cast(:accounts as uuid[]), cast(:ids as bigint[]), cast(:generations as integer[]))
            with ordinality as asked(account, id, generation, place)
       join builds b on b.account = asked.account and b.release_id = asked.id and b.generation = asked.generation`,
    {
      accounts: releases.map(({ account }) => account),
      ids: releases.map(({ id }) => id),
      generations: releases.map(({ generation }) => generation),
    },
  )
  return alignByOrdinality<BuildReport>(releases.length, found)
}

export const findReport = async (db: Knex, release: NewestBuild): Promise<BuildReport | null> =>
  (await findReports(db, [release]))[0] ?? null

/** Concurrent reads share a statement. */
export const createReportReader = ({ knex }: Database) =>
  batched({ load: (releases: readonly NewestBuild[]) => findReports(knex, releases) })

export async function saveReport(
  trx: Knex.Transaction,
  { account, id }: ReleaseId,
  report: BuildReport,
): Promise<void> {
  await trx('builds')
    .insert({ account, release_id: id, ...report, warnings: JSON.stringify(report.warnings) })
    .onConflict(['account', 'release_id'])
    .merge()
}

/** What the release's link shows. */
export interface Publication extends Omit<rows.PublicationRow, 'account' | 'release_id'> {
  artifacts: Artifacts
}

export async function findPublication(db: Knex, { account, id }: ReleaseId): Promise<Publication | null> {
  const [row] = await prepared<Publication>(
    db,
    'releases/publication',
    `select generation, content_version, artifacts, published_at from publications
      where account = :account and release_id = :id`,
    { account, id },
  )
  return row ?? null
}

export async function savePublication(
  trx: Knex.Transaction,
  { account, id }: ReleaseId,
  publication: Publication,
): Promise<void> {
  await trx('publications')
    .insert({ account, release_id: id, ...publication, artifacts: JSON.stringify(publication.artifacts) })
    .onConflict(['account', 'release_id'])
    .merge()
}

const waiting = {
  state: 'waiting',
  step: null,
  percent: 0,
  message: null,
  code: null,
  warnings: [],
  finished_at: null,
} as const

/** The state of the newest build. */
export function presentBuild(
  { generation, build_requested_at }: Pick<ReleaseRow, 'generation' | 'build_requested_at'>,
  report: Omit<BuildReport, 'generation' | 'sequence'> | null,
  texts: ProblemTexts,
): Build {
  const { state, step, percent, message, code, warnings, finished_at } = report ?? waiting
  return {
    state,
    generation,
    step,
    percent,
    message: message && texts.failure(code, message),
    warnings: warnings.map((warning) => ({
      code: warning.code,
      message: texts.warning(warning),
      pointer: warning.pointer,
    })),
    requestedAt: build_requested_at.toISOString(),
    finishedAt: finished_at?.toISOString() ?? null,
  }
}
