import { operations } from '@guidebook/contracts'
import { decodeCursor, type Route, requireAccount, requireMatch, route, toBoundedPage } from '@guidebook/service-kit'
import { withKnownAccounts } from '../account/known-accounts.ts'
import { operatorById } from '../account/operator.ts'
import type { Context } from '../context.ts'
import { dayAt } from './calendar.ts'
import { createForSeller, createOwn } from './creation.ts'
import { failReleaseMissing } from './errors.ts'
import { listReleases } from './list-releases.ts'
import { nextLink } from './next-link.ts'
import { presentRelease } from './present.ts'
import { releaseEtag } from './release-etag.ts'
import { recordReply } from './reply.ts'
import { revokeRelease } from './revoke-release.ts'
import { createWaveBatcher } from './wave-batcher.ts'

const create = (context: Context) => {
  const inWave = createWaveBatcher()
  return route(operations.createRelease, async (request) => {
    requireAccount(request, request.body.account)
    if (request.body.resellerOid !== undefined) return await createForSeller(context, request)
    return await inWave(() => createOwn(context, request))
  })
}

const read = (context: Context) =>
  route(operations.readRelease, async (request) => {
    const { account, release } = request.params
    requireAccount(request, account)
    const full = await withKnownAccounts(context.accounts, () => context.releases.find(account, release))
    return full === null ? failReleaseMissing() : recordReply(200, full, context.publicUrl)
  })

const list = (context: Context) =>
  route(operations.listReleases, async (request) => {
    const { account } = request.params
    const { limit = 50, cursor, ...filter } = request.query
    const { timeZone } = await operatorById(context.accounts, request, account)
    const [before] = decodeCursor(cursor, ['number']) ?? [null]
    const today = dayAt(context.clock.now(), timeZone)
    const found = await withKnownAccounts(context.accounts, () =>
      listReleases(context.database.knex, account, filter, { before, limit: limit + 1, today }),
    )
    const page = toBoundedPage(
      found,
      limit,
      ({ release }) => [release.id],
      ({ release, parties }) => presentRelease(release, parties, context.publicUrl),
    )
    return { status: 200, body: page, headers: nextLink(request.raw.url ?? '/', page.nextCursor) }
  })

const revoke = (context: Context) =>
  route(operations.revokeRelease, async (request) => {
    const { params, identity, requestId } = request
    requireAccount(request, params.account)
    await withKnownAccounts(context.accounts, () =>
      context.database.transaction((trx) =>
        revokeRelease(trx, context, {
          ...params,
          author: { actor: identity.actor, requestId },
          check: (full) => requireMatch(request, releaseEtag(full)),
        }),
      ),
    )
    return { status: 204 }
  })

export const releaseRoutes = (context: Context): Route[] => [create, read, list, revoke].map((make) => make(context))
