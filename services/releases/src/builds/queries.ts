import type { Artifacts } from '@guidebook/contracts'
import { alignByOrdinality, prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { BuildWarning } from './build-warning.ts'

type Connection = Knex | Knex.Transaction

/** What the builder said last about a release. */
export interface BuildReport {
  generation: number
  sequence: number
  state: 'running' | 'completed' | 'failed'
  step: string | null
  percent: number
  message: string | null
  warnings: BuildWarning[]
  finishedAt: Date | null
}

export interface ReleaseId {
  account: string
  id: number
}

/** In the order of the releases; null where the builder has said nothing yet. */
export async function findReports(db: Connection, releases: readonly ReleaseId[]): Promise<(BuildReport | null)[]> {
  const rows = await prepared<BuildReport & { place: number }>(
    db,
    'releases/build-reports',
    `SELECT asked.place, generation, sequence, state, step, percent, message, warnings, finished_at AS "finishedAt"
       FROM unnest(?::uuid[], ?::bigint[]) WITH ORDINALITY AS asked(account, id, place)
       JOIN builds b ON b.account = asked.account AND b.release_id = asked.id`,
    [releases.map(({ account }) => account), releases.map(({ id }) => id)],
  )
  return alignByOrdinality<BuildReport>(releases.length, rows)
}

export async function findReport(db: Connection, release: ReleaseId): Promise<BuildReport | null> {
  const [report = null] = await findReports(db, [release])
  return report
}

export async function saveReport(
  trx: Knex.Transaction,
  { account, id }: ReleaseId,
  report: BuildReport,
): Promise<void> {
  const { generation, sequence, state, step, percent, message, warnings, finishedAt } = report
  await prepared(
    trx,
    'releases/save-build-report',
    `INSERT INTO builds (account, release_id, generation, sequence, state, step, percent, message, warnings, finished_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (account, release_id) DO UPDATE SET generation = excluded.generation, sequence = excluded.sequence,
       state = excluded.state, step = excluded.step, percent = excluded.percent, message = excluded.message,
       warnings = excluded.warnings, finished_at = excluded.finished_at`,
    [account, id, generation, sequence, state, step, percent, message, JSON.stringify(warnings), finishedAt],
  )
}

/** What the release's link shows. */
export interface Publication {
  generation: number
  contentVersion: string
  artifacts: Artifacts
  publishedAt: Date
}

export async function findPublication(db: Connection, { account, id }: ReleaseId): Promise<Publication | null> {
  const [row] = await prepared<Publication>(
    db,
    'releases/publication',
    `SELECT generation, content_version AS "contentVersion", artifacts, published_at AS "publishedAt"
       FROM publications WHERE account = ? AND release_id = ?`,
    [account, id],
  )
  return row ?? null
}

export async function savePublication(
  trx: Knex.Transaction,
  { account, id }: ReleaseId,
  { generation, contentVersion, artifacts, publishedAt }: Publication,
): Promise<void> {
  await prepared(
    trx,
    'releases/publish',
    `INSERT INTO publications (account, release_id, generation, content_version, artifacts, published_at)
     VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (account, release_id) DO UPDATE SET generation = excluded.generation,
       content_version = excluded.content_version, artifacts = excluded.artifacts, published_at = excluded.published_at`,
    [account, id, generation, contentVersion, JSON.stringify(artifacts), publishedAt],
  )
}

/** The generation that a release wants now; null when there is no such release. */
export async function wantedGeneration(db: Connection, { account, id }: ReleaseId): Promise<number | null> {
  const [row] = await prepared<{ generation: number }>(
    db,
    'releases/wanted-generation',
    'SELECT generation FROM releases WHERE account = ? AND id = ?',
    [account, id],
  )
  return row?.generation ?? null
}
