/** Operations for support, on the imports of all accounts. */
import { operations } from '@guidebook/contracts'
import { fail, nextLink, ObjectMissingError, type Route, route, toPage } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { presentRun } from './present.ts'
import { findRun, listRuns } from './read-queries.ts'
import { runsBefore, runWithRows } from './run-pages.ts'

export const supportRoutes = (context: Context): Route[] => [
  route(operations.findImports, async (request) => {
    const { limit = 50, cursor, state, account } = request.query
    const search = { account, state, limit: limit + 1, before: runsBefore(cursor) }
    const body = toPage(await listRuns(context.database.knex, search), limit, ({ id }) => [id], presentRun)
    return { status: 200, body, headers: nextLink(request, body.nextCursor) }
  }),

  route(operations.inspectImport, async (request) => {
    const run = await findRun(context.database.knex, request.params.run, null)
    const body = await runWithRows(context, run ?? fail('not-found'), request.query)
    return { status: 200, body, headers: nextLink(request, body.nextCursor) }
  }),

  route(operations.downloadImportMail, async ({ params }) => {
    const run = await findRun(context.database.knex, params.run, null)
    const { raw_key: key } = run ?? fail('not-found')
    if (key === '') fail('import-mail-gone')
    try {
      const { stream } = await context.objects.get(key)
      // An attachment: no browser may render what unknown senders wrote.
      const headers = { 'Content-Disposition': `attachment; filename="${params.run}.eml"` }
      return { status: 200, contentType: 'message/rfc822', headers, stream }
    } catch (error) {
      if (error instanceof ObjectMissingError) fail('import-mail-gone')
      throw error
    }
  }),
]
