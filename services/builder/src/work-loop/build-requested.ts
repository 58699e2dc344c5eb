import { type ClaimLoop, currentRequestId, currentTraceparent, type MessageHandler } from '@guidebook/service-kit'
import type { HeldBuilds } from '../claims/held-builds.ts'
import { buildQueries } from '../claims/queries.ts'

/** Queues the requested build and supersedes older generations of the release, including running ones. */
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
