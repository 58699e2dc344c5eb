import { operations } from '@guidebook/contracts'
import {
  fail,
  idempotent,
  type RepeatableRequest,
  type Route,
  requireAccount,
  route,
  storeInOutbox,
} from '@guidebook/service-kit'
import { addAudit, auditRow } from '../audit/queries.ts'
import type { Context } from '../context.ts'
import { findStoredRequest } from '../on-demand/queries.ts'
import { failReleaseMissing } from '../release/errors.ts'
import { findByLink, lockRelease, updateRelease } from '../release/queries.ts'
import { buildRequest, nextGeneration } from '../release/release.ts'
import { buildInputOf } from './build-input.ts'
import { createEventStreams } from './event-stream.ts'
import { presentBuild } from './queries.ts'

type BuildRequest = RepeatableRequest & { params: { account: string; release: string } }

export function buildRoutes({ database, clock, findRelease, readReport, publicUrl }: Context): Route[] {
  const eventStream = createEventStreams()
  return [
    route(operations.readReleaseBuild, async (request) => {
      requireAccount(request, request.params.account)
      return { status: 200, body: (await findBuild(request.params)) ?? failReleaseMissing() }
    }),

    route(operations.followReleaseBuild, async (request) => {
      requireAccount(request, request.params.account)
      const look = () => findBuild(request.params)
      if ((await look()) === null) return failReleaseMissing()
      return eventStream({ event: 'build', look, isOver: () => request.isDraining })
    }),

    route(operations.requestReleaseBuild, (request) => buildAgain(request)),
    route(operations.buildRelease, (request) => buildAgain(request)),

    /** For the builder: the current release, unless a newer build was requested. */
    route(operations.readBuildInput, async ({ params, query }) => {
      const release = (await findByLink(database.knex, params.link)) ?? fail('not-found')
      if (release.generation !== query.generation || release.revoked_at !== null) return fail('generation-superseded')
      const request = release.kind === 'on-demand' ? await findStoredRequest(database.knex, release) : null
      return { status: 200, body: buildInputOf(release, request, publicUrl) }
    }),
  ]

  async function findBuild({ account, release: link }: BuildRequest['params']) {
    const release = await findRelease(account, link)
    return release && presentBuild(release, await readReport(release))
  }

  async function buildAgain(request: BuildRequest) {
    const { account, release: link } = request.params
    requireAccount(request, account)
    return await idempotent(database, request, async (trx) => {
      const found = (await lockRelease(trx, account, link)) ?? failReleaseMissing()
      const now = clock.now()
      const release = await updateRelease(trx, found, nextGeneration(found, now))
      const message = `Build ${release.generation} was asked for.`
      const note = { actor: request.identity.actor, action: 'build.requested', message }
      await addAudit(trx, [auditRow(release, now, note)])
      await storeInOutbox(trx, buildRequest(release))
      return { status: 202, body: presentBuild(release, null) } as const
    })
  }
}
