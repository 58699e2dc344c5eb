import { type ClaimLoop, currentRequestId, currentTraceparent, type MessageHandler } from '@guidebook/service-kit'
import type { HeldBuilds } from './held-builds.ts'
import { buildQueries } from './queries.ts'

/** Notes that a release wants to be built; older generations of it are laid aside, also those that are being worked on. */
export const buildRequested =
  (
    held: Pick<HeldBuilds, 'superseded'>,
    loops: Pick<ClaimLoop, 'wake'>,
  ): MessageHandler<'release.build-requested.v1'> =>
  async ({ data }, { once }) => {
    const build = { ...data, traceparent: currentTraceparent(), requestId: currentRequestId() }
    const state = await once((trx) => buildQueries(trx).accept(build))
    if (state !== 'queued') return
    held.superseded(data)
    loops.wake()
  }
