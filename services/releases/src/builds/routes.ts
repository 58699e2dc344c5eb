import { type BuildInput, operations, requestPath, type StoredOnDemandRequest } from '@guidebook/contracts'
import {
  fail,
  idempotent,
  type OperationRequest,
  type RepeatableRequest,
  type Route,
  requireAccount,
  requireMatch,
  route,
} from '@guidebook/service-kit'
import { requireKnown } from '../account/accounts.ts'
import { addAudit, auditRow } from '../audit/queries.ts'
import type { Context } from '../context.ts'
import { findStoredRequest } from '../on-demand/queries.ts'
import { asRelease, previewOf } from '../previews/preview.ts'
import { findPreviewByNumber } from '../previews/queries.ts'
import { failReleaseMissing } from '../release/errors.ts'
import { releaseEtag } from '../release/present.ts'
import { findByLink, lockRelease, updateRelease } from '../release/queries.ts'
import { nextGeneration, type Release } from '../release/release.ts'
import { requestBuilds } from '../release/request-builds.ts'
import { bindRelease } from './bind-release.ts'
import { buildInputOf, withCurrentAccommodation } from './build-input.ts'
import { problemTextsFor } from './build-problems.ts'
import { createEventStreams } from './event-stream.ts'
import { presentBuild } from './queries.ts'

type BuildRequest = RepeatableRequest &
  Pick<OperationRequest, 'headers'> & { params: { account: string; release: string } }

export function buildRoutes(context: Context): Route[] {
  const { accounts, database, clock, findRelease, readReport, publicUrl } = context
  const eventStream = createEventStreams()
  return [
    route(operations.readReleaseBuild, async (request) => {
      requireAccount(request, request.params.account)
      return { status: 200, body: (await findBuild(request)) ?? failReleaseMissing() }
    }),

    route(operations.followReleaseBuild, async (request) => {
      requireAccount(request, request.params.account)
      const look = () => findBuild(request)
      if ((await look()) === null) return failReleaseMissing()
      return eventStream({ event: 'build', look, isOver: () => request.isDraining })
    }),

    route(operations.requestReleaseBuild, async (request) => {
      const location = requestPath(operations.readReleaseBuild.path, request.params)
      return { ...(await buildAgain(request)), location }
    }),
    route(operations.buildRelease, (request) => buildAgain(request)),

    /** For the builder: the current release, unless a newer build was requested. */
    route(operations.readBuildInput, async ({ params, query }) => {
      const preview = previewOf(params.link)
      if (preview !== null) return { status: 200, body: await previewInput(preview, query.generation) }
      const release = await findCurrent(params.link, query.generation)
      const request = await findRequest(release)
      const bindings = release.kind === 'plain' ? [] : await bindRelease(context, release, request)
      // If it changed meanwhile, the request or the bindings may be those of the newer build.
      await findCurrent(params.link, query.generation)
      return { status: 200, body: buildInputOf(release, request, bindings, publicUrl) }
    }),
  ]

  async function previewInput(
    asked: NonNullable<ReturnType<typeof previewOf>>,
    generation: number,
  ): Promise<BuildInput> {
    const now = clock.now()
    const preview = (await findPreviewByNumber(database.knex, asked, now)) ?? fail('not-found')
    if (preview.generation !== generation) return fail('generation-superseded')
    const release = asRelease(preview, await requireKnown(accounts, preview.account), now)
    const input = buildInputOf(release, null, [], publicUrl)
    // The roadbook looks like that of a release.
    const channels = { app: true, pdf: true, gpx: true }
    return { ...input, release: { ...input.release, channels }, preview: true }
  }

  async function findCurrent(link: string, generation: number): Promise<Release> {
    const release = (await findByLink(database.knex, link)) ?? fail('not-found')
    if (release.generation !== generation || release.revoked_at !== null) return fail('generation-superseded')
    return release
  }

  async function findRequest(release: Release): Promise<StoredOnDemandRequest | null> {
    if (release.kind !== 'on-demand') return null
    return withCurrentAccommodation(await findStoredRequest(database.knex, release), release)
  }

  async function findBuild({ params, headers }: Pick<BuildRequest, 'params' | 'headers'>) {
    const { account, release: link } = params
    const release = await findRelease(account, link)
    return release && presentBuild(release, await readReport(release), problemTextsFor(headers))
  }

  async function buildAgain(request: BuildRequest) {
    const { account, release: link } = request.params
    requireAccount(request, account)
    return await idempotent(database, request, async (trx) => {
      const found = (await lockRelease(trx, account, link)) ?? failReleaseMissing()
      requireMatch(request, releaseEtag(found))
      const now = clock.now()
      const release = await updateRelease(trx, found, nextGeneration(found, now))
      const message = `Build ${release.generation} was asked for.`
      const note = { actor: request.identity.actor, action: 'build.requested', message }
      await addAudit(trx, [auditRow(release, now, note)])
      await requestBuilds(trx, [release])
      return { status: 202, body: presentBuild(release, null, problemTextsFor(request.headers)) } as const
    })
  }
}
