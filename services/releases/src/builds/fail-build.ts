import type { MessageData } from '@guidebook/contracts'
import { currentRequestId, type MessageHandler, PoisonMessageError } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { withKnownAccounts } from '../account/known-accounts.ts'
import { addAudit } from '../audit/queries.ts'
import type { Context } from '../context.ts'
import { type FullRelease, lockByNumber } from '../release/queries.ts'
import type { BuildWarning } from './build-warning.ts'
import { mailTroubles } from './mail-troubles.ts'
import { findReport, saveReport } from './queries.ts'
import { notesOfWarnings } from './warning-notes.ts'

/** A build came to no end: its log says so, and when it is not tried again, whoever is to know is told. */
export const failBuild =
  ({ accounts, clock }: Pick<Context, 'accounts' | 'clock'>): MessageHandler<'build.failed.v1'> =>
  ({ data }, { once }) =>
    withKnownAccounts(accounts, async () => {
      await once(async (trx) => {
        const full = await lockByNumber(trx, data.account, data.release)
        if (full === null) throw new PoisonMessageError('the release does not exist')
        if (full.release.generation === data.generation) await noteFailure(trx, full, data, clock.now())
      })
    })

async function noteFailure(trx: Knex.Transaction, full: FullRelease, data: MessageData<'build.failed.v1'>, now: Date) {
  const { release } = full
  const { generation, code, message, willRetry, steps = [] } = data
  const last = await findReport(trx, release)
  const known = last?.generation === generation ? last : null
  if (known !== null && known.state !== 'running') return
  const warnings = known?.warnings ?? []
  await saveReport(trx, release, {
    generation,
    sequence: known?.sequence ?? 0,
    state: willRetry ? 'running' : 'failed',
    step: known?.step ?? null,
    percent: known?.percent ?? 0,
    message,
    warnings,
    finishedAt: willRetry ? null : now,
  })
  const fault = { severity: 'error', code, message, externalId: null, pointer: null } satisfies BuildWarning
  await addAudit(trx, release, now, [
    {
      actor: 'builder',
      action: 'build.failed',
      severity: willRetry ? 'warning' : 'error',
      message: willRetry ? `${message} It is tried again.` : message,
      code,
      requestId: currentRequestId(),
      after: { generation, willRetry, steps },
    },
    ...(willRetry ? [] : notesOfWarnings(warnings)),
  ])
  if (!willRetry) await mailTroubles(trx, full, [fault, ...warnings], 'failed')
}
