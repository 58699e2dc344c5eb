import { type MessageHandler, PoisonMessageError } from '@guidebook/service-kit'
import { withKnownAccounts } from '../account/known-accounts.ts'
import type { Context } from '../context.ts'
import { lockByNumber } from '../release/queries.ts'
import { findReport, saveReport } from './queries.ts'

/** Keeps how far a build is. Reports may come in any order, twice, and after the build they belong to was replaced. */
export const reportProgress =
  ({ accounts }: Pick<Context, 'accounts'>): MessageHandler<'build.progressed.v1'> =>
  ({ data }, { once }) =>
    withKnownAccounts(accounts, async () => {
      await once(async (trx) => {
        const full = await lockByNumber(trx, data.account, data.release)
        if (full === null) throw new PoisonMessageError('the release does not exist')
        const { release } = full
        if (data.generation !== release.generation) return
        const last = await findReport(trx, release)
        const known = last?.generation === data.generation ? last : null
        // What is over is over: a report that was overtaken by the end of its build says nothing new.
        if (known !== null && (known.state !== 'running' || known.sequence >= data.sequence)) return
        const { generation, sequence, step, percent, message } = data
        const warnings = [...(known?.warnings ?? []), ...data.warnings]
        await saveReport(trx, release, {
          generation,
          sequence,
          state: 'running',
          step,
          percent,
          message,
          warnings,
          finishedAt: null,
        })
      })
    })
