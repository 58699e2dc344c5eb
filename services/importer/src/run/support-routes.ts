/** Operations for support, on the imports of all accounts. */
import { operations } from '@guidebook/contracts'
import { fail, nextLink, ObjectMissing, type Route, route, toPage } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { presentRun } from './present.ts'
import { findRun, listRuns } from './read-queries.ts'
import { runsBefore, runWithRows } from './run-pages.ts'

export const supportRoutes = (context: Context): Route[] => [
  route(operations.listAnyImports, async (request) => {
    const { limit = 50, cursor, state, account } = request.query
    const search = { account, state, limit: limit + 1, before: runsBefore(cursor) }
    const body = toPage(await listRuns(context.database.knex, search), limit, ({ id }) => [id], presentRun)
    return { status: 200, body, headers: nextLink(request, body.nextCursor) }
  }),

  route(operations.readAnyImport, async ({ params, query }) => {
    const run = await findRun(context.database.knex, params.run, null)
    return { status: 200, body: await runWithRows(context, run ?? fail('not-found'), query) }
  }),

  route(operations.readImportMail, async ({ params }) => {
    const run = await findRun(context.database.knex, params.run, null)
    const { raw_key: key } = run ?? fail('not-found')
    if (key === '') fail('import-mail-gone')
    try {
      const { stream } = await context.objects.get(key)
      return { status: 200, contentType: 'message/rfc822', stream }
    } catch (error) {
      if (error instanceof ObjectMissing) fail('import-mail-gone')
      throw error
    }
  }),
]
