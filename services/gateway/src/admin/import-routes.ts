/** What support sets and sees of CSV imports: the gateway knows the accounts, the importer has the rest. */
import { operations } from '@guidebook/contracts'
import { fail, nextLink, type Route, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { requireKnown } from './require-known.ts'
import { support } from './verifier.ts'

/** A file that is only looked at may be long, and each of its rows is asked about. */
const deadlineMs = 60_000

const setImport = (context: Context) =>
  route(operations.setAccountImport, async ({ params, body }) => {
    await requireKnown(context, params.account_id)
    const { body: answer } = await context.services.importer.call(operations.setImport, {
      params,
      body,
      identity: support,
    })
    return { status: 200, body: answer }
  })

const readImport = (context: Context) =>
  route(operations.readAccountImport, async ({ params }) => {
    await requireKnown(context, params.account_id)
    const { body } = await context.services.importer.call(operations.readImportConfiguration, {
      params,
      identity: support,
    })
    return { status: 200, body: body.configuration ?? fail('not-found') }
  })

const releaseImport = ({ services }: Context) =>
  route(operations.releaseImport, async ({ params }) => {
    const { body } = await services.importer.call(operations.releaseQuarantined, { params, identity: support })
    return { status: 202, body }
  })

const guessImport = (context: Context) =>
  route(operations.guessAccountImport, async ({ params, query, body, signal }) => {
    await requireKnown(context, params.account_id)
    const options = { params, query, body, identity: support, deadlineMs, signal }
    const answer = await context.services.importer.call(operations.guessImport, options)
    return { status: 200, body: answer.body }
  })

const previewImport = (context: Context) =>
  route(operations.previewAccountImport, async ({ params, body, signal }) => {
    await requireKnown(context, params.account_id)
    const identity = { ...support, account: params.account_id }
    const answer = await context.services.importer.call(operations.previewImport, {
      body,
      identity,
      deadlineMs,
      signal,
    })
    return { status: 200, body: answer.body }
  })

const findImports = ({ services }: Context) =>
  route(operations.findImports, async (request) => {
    const { body } = await services.importer.call(operations.listAnyImports, {
      query: request.query,
      identity: support,
    })
    return { status: 200, body, headers: nextLink(request, body.nextCursor) }
  })

const inspectImport = ({ services }: Context) =>
  route(operations.inspectImport, async (request) => {
    const { params, query } = request
    const { body } = await services.importer.call(operations.readAnyImport, { params, query, identity: support })
    return { status: 200, body, headers: nextLink(request, body.nextCursor) }
  })

const downloadMail = ({ services }: Context) =>
  route(operations.downloadImportMail, async ({ params, signal }) => {
    const stream = await services.importer.stream(operations.readImportMail, { params, identity: support, signal })
    // Kept, not shown: what strangers have sent is never run by a browser.
    const headers = { 'Content-Disposition': `attachment; filename="${params.run}.eml"` }
    return { status: 200, contentType: 'message/rfc822', headers, stream }
  })

export const importRoutes = (context: Context): Route[] => [
  setImport(context),
  readImport(context),
  guessImport(context),
  previewImport(context),
  findImports(context),
  inspectImport(context),
  downloadMail(context),
  releaseImport(context),
]
