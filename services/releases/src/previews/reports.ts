/** The builder's reports about previews. Those about a build that was replaced, or about a preview that was removed, are ignored. */
import type { BuildWarning, MessageData } from '@guidebook/contracts'
import type { MessageHandler } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { Context } from '../context.ts'
import type { PreviewRow } from '../generated/rows.ts'
import { afterProgress } from '../release/reported-progress.ts'

type ReportedBuild = Pick<MessageData<'build.failed.v1'>, 'account' | 'release' | 'generation'>

/** The newest build of a preview. */
const newest = (trx: Knex.Transaction, { account, release: id, generation }: ReportedBuild) =>
  trx<PreviewRow>('previews').where({ account, id, generation })

/** The same while it has not ended. */
const unfinished = (trx: Knex.Transaction, build: ReportedBuild) =>
  newest(trx, build).whereIn('state', ['waiting', 'running'])

/** Reports may arrive in any order and more than once. */
export const reportPreviewProgress: MessageHandler<'build.progressed.v1'> = async ({ data }, { once }) => {
  await once(async (trx) => {
    const last = await newest(trx, data).forUpdate().first('state', 'sequence', 'warnings')
    if (last === undefined) return
    const change = afterProgress({ ...last, warnings: last.warnings as BuildWarning[] }, data)
    if (change === null) return
    await newest(trx, data).update({ ...change, warnings: JSON.stringify(change.warnings) })
  })
}

export const completePreview =
  ({ clock }: Context): MessageHandler<'build.completed.v1'> =>
  async ({ data }, { once }) => {
    const [warnings, artifacts] = [JSON.stringify(data.warnings), JSON.stringify(data.artifacts)]
    const ended = {
      state: 'completed',
      step: null,
      percent: 100,
      message: null,
      code: null,
      finished_at: clock.now(),
    } as const
    await once((trx) => unfinished(trx, data).update({ ...ended, warnings, artifacts }))
  }

export const failPreview =
  ({ clock }: Context): MessageHandler<'build.failed.v1'> =>
  async ({ data: { willRetry, message, code, ...build } }, { once }) => {
    const change = willRetry ? { state: 'running' as const } : { state: 'failed' as const, finished_at: clock.now() }
    await once((trx) => unfinished(trx, build).update({ message, code, ...change }))
  }
