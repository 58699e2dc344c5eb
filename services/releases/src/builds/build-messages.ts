/** The builder's reports about builds. About a build that was replaced, only its completion counts, and only when the link shows an older one. */
import type { BuildWarning, MessageData, PublishedGuidebook } from '@guidebook/contracts'
import { type MessageHandler, PoisonMessageError } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { addAudit, auditRow } from '../audit/queries.ts'
import type { Context } from '../context.ts'
import { lockByNumber, updateRelease } from '../release/queries.ts'
import type { Release } from '../release/release.ts'
import { afterProgress } from '../release/reported-progress.ts'
import { type BuildReport, findPublication, findReport, savePublication, saveReport } from './queries.ts'
import { mailProblems, warningNote } from './warnings.ts'

type ReportedBuild = Record<'release' | 'generation', number> & { account: string }

/** Locks the release of a report. */
async function lockReported(trx: Knex.Transaction, { account, release: id }: ReportedBuild): Promise<Release> {
  const release = await lockByNumber(trx, account, id)
  if (release === null) throw new PoisonMessageError('the release does not exist')
  return release
}

/** Locks the release of a report; null when the report is not about its newest build, or the release is revoked. */
async function lockNewest(trx: Knex.Transaction, build: ReportedBuild): Promise<Release | null> {
  const release = await lockReported(trx, build)
  return release.revoked_at === null && release.generation === build.generation ? release : null
}

/**
 * Whether the link is to show a completed build: the newest one, or one that is newer than what the link shows. The builder drops the objects of
 * earlier builds when it completes one, and the newest build may fail. The link of a revoked release shows none.
 */
async function isToBeShown(
  knex: Knex,
  { account, release: id, generation }: ReportedBuild,
  newest: Pick<Release, 'generation' | 'revoked_at'>,
): Promise<boolean> {
  if (newest.revoked_at !== null) return false
  if (generation >= newest.generation) return generation === newest.generation
  const shown = await findPublication(knex, { account, id })
  return shown === null || shown.generation < generation
}

/** Stores the progress of a build. Reports may arrive in any order and more than once. */
export const reportProgress =
  ({ clock }: Context): MessageHandler<'build.progressed.v1'> =>
  async ({ data }, { once }) => {
    await once(async (trx) => {
      const release = await lockNewest(trx, data)
      if (release === null) return
      const last = await findReport(trx, release)
      const change = afterProgress(last, data)
      if (change === null) return
      await saveReport(trx, release, { generation: data.generation, finished_at: null, ...change })
      // The end of a build writes the warnings until then into the log and the mail.
      const added = change.state === 'failed' ? change.warnings.slice(last?.warnings.length) : []
      await addAudit(
        trx,
        added.map((warning) => auditRow(release, clock.now(), warningNote(warning))),
      )
      await mailProblems(trx, release, added, 'failed')
    })
  }

/** Publishes the documents of a build. */
export const completeBuild =
  ({ clock, database, publishedPages, metrics }: Context): MessageHandler<'build.completed.v1'> =>
  async ({ data }, { once, log }) => {
    const { account, release: id, generation } = data
    const newest = await database.knex('releases').where({ account, id }).first('generation', 'revoked_at')
    if (newest === undefined) throw new PoisonMessageError('the release does not exist')
    if (!(await isToBeShown(database.knex, data, newest))) {
      return log.info(
        { generation, newest: newest.generation },
        'report about an older build or a revoked release ignored',
      )
    }
    const page = await publishedPages.read(generation, data.artifacts.page.key)
    const published = await once(async (trx) => {
      const release = await lockReported(trx, data)
      if (!(await isToBeShown(trx, data, release))) return null
      await publish(trx, release, data, page, clock.now())
      return release
    })
    // The time of the request is that of the newest build.
    if (published?.generation === generation) metrics.readable(published, clock.now())
  }

/** Publishes a build. The state and the title of a newer one, which is under way or has failed, stay; its end is mailed. */
async function publish(
  trx: Knex.Transaction,
  release: Release,
  data: MessageData<'build.completed.v1'>,
  page: PublishedGuidebook,
  now: Date,
): Promise<void> {
  const { generation, contentVersion, artifacts, warnings, guidebook, durationMs, steps = [] } = data
  const isNewest = generation === release.generation
  await updateRelease(trx, release, {
    title: isNewest && page.title !== '' ? page.title : release.title,
    guidebook: guidebook?.id ?? release.guidebook,
    app_available: artifacts.bundle !== null,
    pdf_available: artifacts.pdf !== null,
    gpx_available: artifacts.gpx !== null,
  })
  await savePublication(trx, release, { generation, content_version: contentVersion, artifacts, published_at: now })
  if (isNewest) {
    const last = await findReport(trx, release)
    const report = { generation, sequence: last?.sequence ?? 0, state: 'completed', percent: 100, warnings } as const
    await saveReport(trx, release, { ...report, step: null, message: null, code: null, finished_at: now })
  }
  const completed = {
    actor: 'builder',
    action: 'build.completed',
    message: `The documents of build ${generation} are ready.`,
    after: { generation, contentVersion, pages: artifacts.pdf?.pages ?? null, durationMs, steps },
  }
  const notes = [completed, ...warnings.map(warningNote)]
  await addAudit(
    trx,
    notes.map((note) => auditRow(release, now, note)),
  )
  if (isNewest) await mailProblems(trx, release, warnings, 'published')
}

/** Records a failed build in the audit log; when it will not be retried, also sends a mail. */
export const failBuild =
  ({ clock }: Context): MessageHandler<'build.failed.v1'> =>
  async ({ data }, { once }) => {
    await once(async (trx) => {
      const release = await lockNewest(trx, data)
      if (release === null) return
      const last = await findReport(trx, release)
      if (last === null || last.state === 'running') await recordFailure(trx, release, last, data, clock.now())
    })
  }

async function recordFailure(
  trx: Knex.Transaction,
  release: Release,
  last: BuildReport | null,
  { generation, code, message, willRetry, steps = [] }: MessageData<'build.failed.v1'>,
  now: Date,
): Promise<void> {
  const warnings = last?.warnings ?? []
  await saveReport(trx, release, {
    generation,
    sequence: last?.sequence ?? 0,
    state: willRetry ? 'running' : 'failed',
    step: last?.step ?? null,
    percent: last?.percent ?? 0,
    message,
    code,
    warnings,
    finished_at: willRetry ? null : now,
  })
  const failed = {
    actor: 'builder',
    action: 'build.failed',
    severity: willRetry ? 'warning' : 'error',
    message: willRetry ? `${message} It is tried again.` : message,
    code,
    after: { generation, willRetry, steps },
  } as const
  const notes = willRetry ? [failed] : [failed, ...warnings.map(warningNote)]
  await addAudit(
    trx,
    notes.map((note) => auditRow(release, now, note)),
  )
  const fault: BuildWarning = { severity: 'error', code, message, externalId: null, pointer: null }
  if (!willRetry) await mailProblems(trx, release, [fault, ...warnings], 'failed')
}
