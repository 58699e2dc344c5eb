import type { MessageData, PublishedGuidebook } from '@guidebook/contracts'
import { currentRequestId, type MessageHandler, PoisonMessageError } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { withKnownAccounts } from '../account/known-accounts.ts'
import type { AuditNote } from '../audit/audit-note.ts'
import { addAudit } from '../audit/queries.ts'
import type { Context } from '../context.ts'
import { type FullRelease, lockByNumber, updateRelease } from '../release/queries.ts'
import { mailTroubles } from './mail-troubles.ts'
import { findReport, savePublication, saveReport, wantedGeneration } from './queries.ts'
import { notesOfWarnings } from './warning-notes.ts'

type Completed = MessageData<'build.completed.v1'>

/** The documents of a build become what the link shows, if no newer build was asked for since. */
export const completeBuild =
  (context: Pick<Context, 'accounts' | 'clock' | 'database' | 'publications'>): MessageHandler<'build.completed.v1'> =>
  async ({ data }, { once, log }) => {
    const { account, release: id, generation } = data
    const wanted = await wantedGeneration(context.database.knex, { account, id })
    if (wanted === null) throw new PoisonMessageError('the release does not exist')
    if (wanted !== generation) return log.info({ generation, wanted }, 'build is not the newest and is ignored')
    const page = await context.publications.read({ generation, key: data.artifacts.page.key })
    await withKnownAccounts(context.accounts, async () => {
      await once(async (trx) => {
        const full = await lockByNumber(trx, account, id)
        // Another may have been asked for while the page was read.
        if (full !== null && full.release.generation === generation)
          await publish(trx, full, data, page, context.clock.now())
      })
    })
  }

async function publish(
  trx: Knex.Transaction,
  full: FullRelease,
  data: Completed,
  page: PublishedGuidebook,
  now: Date,
): Promise<void> {
  const { release } = full
  const { generation, contentVersion, artifacts, warnings, guidebook } = data
  const last = await findReport(trx, release)
  await updateRelease(trx, release, {
    title: page.title === '' ? release.title : page.title,
    guidebook: guidebook?.id ?? release.guidebook,
    appAvailable: artifacts.bundle !== null,
    pdfAvailable: artifacts.pdf !== null,
    gpxAvailable: artifacts.gpx !== null,
  })
  await savePublication(trx, release, { generation, contentVersion, artifacts, publishedAt: now })
  await saveReport(trx, release, {
    generation,
    sequence: last?.generation === generation ? last.sequence : 0,
    state: 'completed',
    step: null,
    percent: 100,
    message: null,
    warnings,
    finishedAt: now,
  })
  await addAudit(trx, release, now, [completedNote(data), ...notesOfWarnings(warnings)])
  await mailTroubles(trx, full, warnings, 'published')
}

const completedNote = ({ generation, contentVersion, artifacts, durationMs, steps = [] }: Completed): AuditNote => ({
  actor: 'builder',
  action: 'build.completed',
  severity: 'info',
  message: `The documents of build ${generation} are ready.`,
  requestId: currentRequestId(),
  after: { generation, contentVersion, pages: artifacts.pdf?.pages ?? null, durationMs, steps },
})
