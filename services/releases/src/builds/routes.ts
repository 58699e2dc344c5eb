import { operations } from '@guidebook/contracts'
import { eventStream, fail, idempotent, type Route, requireAccount, route, storeInOutbox } from '@guidebook/service-kit'
import { withKnownAccounts } from '../account/known-accounts.ts'
import { addAudit } from '../audit/queries.ts'
import type { Context } from '../context.ts'
import { findStoredRequest } from '../on-demand/queries.ts'
import { findByLink, lockRelease, updateRelease } from '../release/queries.ts'
import { failMissing } from '../release/release-missing.ts'
import { buildInputOf } from './build-input.ts'
import { presentBuild } from './present-build.ts'
import { buildRequest, nextGeneration } from './request-build.ts'

const read = (context: Context) =>
  route(operations.readReleaseBuild, async (request) => {
    const { account, release } = request.params
    requireAccount(request, account)
    return { status: 200, body: (await findBuild(context, account, release)) ?? failMissing() }
  })

const follow = (context: Context) =>
  route(operations.followReleaseBuild, async (request) => {
    const { account, release } = request.params
    requireAccount(request, account)
    const look = () => findBuild(context, account, release)
    if ((await look()) === null) return failMissing()
    return eventStream({ event: 'build', look, isOver: () => request.isDraining })
  })

/** The newest build of a release that the account may see. */
async function findBuild({ accounts, releases, reports }: Context, account: string, link: string) {
  const full = await withKnownAccounts(accounts, () => releases.find(account, link))
  return full && presentBuild(full.release, await reports(full.release))
}

const again = (context: Context) =>
  route(operations.requestReleaseBuild, async (request) => {
    const { account, release: link } = request.params
    requireAccount(request, account)
    return await withKnownAccounts(context.accounts, () =>
      idempotent(context.database, request, async (trx) => {
        const full = await lockRelease(trx, account, link)
        if (full === null) return failMissing()
        const now = context.clock.now()
        const release = await updateRelease(trx, full.release, nextGeneration(full.release, now))
        const { actor } = request.identity
        const message = `Build ${release.generation} was asked for.`
        await addAudit(trx, release, now, [
          { actor, action: 'build.requested', severity: 'info', message, requestId: request.requestId },
        ])
        await storeInOutbox(trx, buildRequest(release))
        return { status: 202, body: presentBuild(release, null) }
      }),
    )
  })

/** For the builder: the release as it is now, if the generation it works on is the newest. */
const readInput = (context: Context) =>
  route(operations.readBuildInput, async ({ params, query }) => {
    const { knex } = context.database
    const full = await withKnownAccounts(context.accounts, () => findByLink(knex, params.link))
    if (full === null) return fail('not-found')
    const { release } = full
    if (release.generation !== query.generation || release.revokedAt !== null) return fail('generation-superseded')
    const request = release.kind === 'on-demand' ? await findStoredRequest(knex, release) : null
    return { status: 200, body: buildInputOf(full, request, context.publicUrl) }
  })

export const buildRoutes = (context: Context): Route[] => [read, follow, again, readInput].map((make) => make(context))
