import { operations } from '@guidebook/contracts'
import {
  eventStream,
  fail,
  idempotent,
  type RepeatableRequest,
  type Route,
  requireAccount,
  route,
  storeInOutbox,
} from '@guidebook/service-kit'
import { withKnownAccounts } from '../account/known-accounts.ts'
import { addAudit } from '../audit/queries.ts'
import type { Context } from '../context.ts'
import { findStoredRequest } from '../on-demand/queries.ts'
import { failReleaseMissing } from '../release/errors.ts'
import { findByLink, lockRelease, updateRelease } from '../release/queries.ts'
import { buildInputOf } from './build-input.ts'
import { presentBuild } from './present-build.ts'
import { buildRequest, nextGeneration } from './request-build.ts'

const read = (context: Context) =>
  route(operations.readReleaseBuild, async (request) => {
    const { account, release } = request.params
    requireAccount(request, account)
    return { status: 200, body: (await findBuild(context, account, release)) ?? failReleaseMissing() }
  })

const follow = (context: Context) =>
  route(operations.followReleaseBuild, async (request) => {
    const { account, release } = request.params
    requireAccount(request, account)
    const look = () => findBuild(context, account, release)
    if ((await look()) === null) return failReleaseMissing()
    return eventStream({ event: 'build', look, isOver: () => request.isDraining })
  })

/** The newest build of a release that the account may see. */
async function findBuild({ accounts, releases, reports }: Context, account: string, link: string) {
  const full = await withKnownAccounts(accounts, () => releases.find(account, link))
  return full && presentBuild(full.release, await reports(full.release))
}

const again = (context: Context) => route(operations.requestReleaseBuild, (request) => buildAgain(context, request))

const againForSupport = (context: Context) => route(operations.buildRelease, (request) => buildAgain(context, request))

type BuildRequest = RepeatableRequest & { params: { account: string; release: string }; requestId: string }

async function buildAgain({ accounts, database, clock }: Context, request: BuildRequest) {
  const { account, release: link } = request.params
  requireAccount(request, account)
  return await withKnownAccounts(accounts, () =>
    idempotent(database, request, async (trx) => {
      const full = await lockRelease(trx, account, link)
      if (full === null) return failReleaseMissing()
      const now = clock.now()
      const release = await updateRelease(trx, full.release, nextGeneration(full.release, now))
      const { actor } = request.identity
      const message = `Build ${release.generation} was asked for.`
      await addAudit(trx, release, now, [
        { actor, action: 'build.requested', severity: 'info', message, requestId: request.requestId },
      ])
      await storeInOutbox(trx, buildRequest(release))
      return { status: 202, body: presentBuild(release, null) } as const
    }),
  )
}

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

export const buildRoutes = (context: Context): Route[] =>
  [read, follow, again, againForSupport, readInput].map((make) => make(context))
