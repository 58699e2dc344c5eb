import { Readable } from 'node:stream'
import { operations } from '@guidebook/contracts'
import {
  dayAt,
  decodeCursor,
  FairSemaphore,
  nextLink,
  type OperationRequest,
  type Route,
  requireAccount,
  route,
  toBoundedPage,
} from '@guidebook/service-kit'
import { operatorById } from '../account/accounts.ts'
import type { Context } from '../context.ts'
import { failReleaseMissing } from './errors.ts'
import { csvOfPages, exportedAtOnce, exportShares } from './export-releases.ts'
import { cursorTypes, keyOf, listReleases } from './list-releases.ts'
import { presentRelease, recordReply } from './present.ts'

export function releaseRoutes({ accounts, database, findRelease, lists, clock, publicUrl }: Context): Route[] {
  const exports = new FairSemaphore(exportShares)
  return [
    route(operations.readRelease, async (request) => {
      const { account, release: link } = request.params
      requireAccount(request, account)
      return recordReply(200, (await findRelease(account, link)) ?? failReleaseMissing(), publicUrl)
    }),

    route(operations.listReleases, async (request) => listFor(request, request.params.account)),

    route(operations.listReleasesForSupport, async (request) => listFor(request, request.params.account_id)),

    route(operations.exportReleases, async (request) => {
      const { account } = request.params
      const { sort = '-created', ...filter } = request.query
      const { signal } = request
      const today = await todayOf(request, account)
      const readPage = (after: readonly (string | number)[] | null) => {
        const read = () => listReleases(database.knex, { account, filter, sort, today, after, limit: exportedAtOnce })
        return exports.run(account, () => lists.run(account, read, { signal }), { signal })
      }
      const file = csvOfPages(readPage, { today, publicUrl })
      // The first part is read now: what fails here is answered with a problem document.
      const first = await file.next()
      return {
        status: 200,
        stream: Readable.from(joined(first.value ?? '', file), { objectMode: false }),
        headers: { 'Content-Disposition': 'attachment; filename="releases.csv"' },
      }
    }),
  ]

  async function listFor(
    request: Pick<OperationRequest<typeof operations.listReleases>, 'identity' | 'query' | 'raw' | 'signal'>,
    account: string,
  ) {
    const { limit = 50, cursor, sort = '-created', ...filter } = request.query
    const today = await todayOf(request, account)
    const after = decodeCursor(cursor, cursorTypes(sort))
    const read = () => listReleases(database.knex, { account, filter, sort, after, today, limit: limit + 1 })
    // Support does not wait for the account that it looks at.
    const owner = request.identity.scope === 'support' ? 'support' : account
    const found = await lists.run(owner, read, { signal: request.signal })
    const page = toBoundedPage(found, limit, keyOf, (release) => presentRelease(release, publicUrl))
    return { status: 200, body: page, headers: nextLink(request, page.nextCursor) } as const
  }

  async function todayOf(request: Pick<OperationRequest, 'identity'>, account: string): Promise<string> {
    const { timeZone } = await operatorById(accounts, request, account)
    return dayAt(clock.now(), timeZone)
  }
}

async function* joined(first: string, others: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first
  yield* others
}
