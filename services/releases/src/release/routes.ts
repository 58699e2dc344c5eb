import { operations } from '@guidebook/contracts'
import {
  decodeCursor,
  idempotent,
  idempotentStatement,
  type Route,
  requireAccount,
  requireMatch,
  route,
  storedReply,
  toPage,
} from '@guidebook/service-kit'
import { withKnownAccounts } from '../account/known-accounts.ts'
import { operatorById } from '../account/operator.ts'
import type { Context } from '../context.ts'
import { withSellerCode } from '../download-code/taken.ts'
import { dayAt } from './calendar.ts'
import { checkRequest } from './check-request.ts'
import { createRelease, draftOf, storeRelease } from './create-release.ts'
import { listReleases } from './list-releases.ts'
import { nextLink } from './next-link.ts'
import { presentRelease } from './present.ts'
import { type FullRelease, findRelease } from './queries.ts'
import { refuse } from './refuse.ts'
import { releaseEtag } from './release-etag.ts'
import { failMissing } from './release-missing.ts'
import { recordReply, releasePath } from './reply.ts'
import { revokeRelease } from './revoke-release.ts'

const codePointers = { operator: '/downloadCode', seller: '/sellerDownloadCode' }

const create = (context: Context) =>
  route(operations.createRelease, async (request) => {
    const { body, query, identity, requestId } = request
    const { database, publicUrl } = context
    const operator = await operatorById(context.accounts, request, body.account)
    const answered = await storedReply(database, request)
    if (answered !== null) return answered
    const { faults, checked } = await checkRequest(context, operator, body)
    if (checked === null) return refuse(faults)

    const parties = { provider: operator, seller: checked.seller }
    const number = await context.numbers.next()
    const reply = await withSellerCode(body.sellerDownloadCode, codePointers, (sellerCode) => {
      const draft = draftOf(operator, body, checked, { sellerCode, email: query.email ?? null })
      const release = { draft, number, parties }
      const author = { actor: identity.actor, requestId }
      const answer = (full: FullRelease) => ({
        ...recordReply(draft.kind === 'plain' ? 201 : 202, full, publicUrl),
        location: releasePath(full),
      })
      return parties.seller === null
        ? idempotentStatement(database, request, async (db) => answer(await storeRelease(db, context, release, author)))
        : idempotent(database, request, async (trx) => answer(await createRelease(trx, context, release, author)))
    })
    database.wakeRelay()
    return reply
  })

const read = (context: Context) =>
  route(operations.readRelease, async (request) => {
    const { account, release } = request.params
    requireAccount(request, account)
    const full = await withKnownAccounts(context.accounts, () => findRelease(context.database.knex, account, release))
    return full === null ? failMissing() : recordReply(200, full, context.publicUrl)
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
    const page = toPage(
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
