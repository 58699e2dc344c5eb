import { type ImportRun, operations } from '@guidebook/contracts'
import {
  FairSemaphore,
  fail,
  idempotent,
  nextLink,
  type OperationRequest,
  type Route,
  route,
  toPage,
} from '@guidebook/service-kit'
import { readConfiguration } from '../configuration/queries.ts'
import type { Context } from '../context.ts'
import { createMailQueries } from '../mail/queries.ts'
import { presentRun } from './present.ts'
import { previewFile } from './preview-file.ts'
import { createRunQueries } from './queries.ts'
import { findRun, listRuns } from './read-queries.ts'
import { runsBefore, runWithRows } from './run-pages.ts'

/** Concurrent previews, and requests that wait for one: each holds its file of up to 16 MiB. Accounts do not delay each other. */
const previewShares = { capacity: 16, perOwner: 2, mostWaiting: 64, waitMs: 20_000 }

export const runRoutes = (context: Context, previews = new FairSemaphore(previewShares)): Route[] => [
  route(operations.listImports, async (request) => {
    const { limit = 50, cursor, state } = request.query
    const search = { account: ownAccount(request), state, limit: limit + 1, before: runsBefore(cursor) }
    const body = toPage(await listRuns(context.database.knex, search), limit, ({ id }) => [id], presentRun)
    return { status: 200, body, headers: nextLink(request, body.nextCursor) }
  }),

  route(operations.readImport, async (request) => {
    const run = await findRun(context.database.knex, request.params.run, ownAccount(request))
    const body = await runWithRows(context, run ?? fail('not-found'), request.query)
    return { status: 200, body, headers: nextLink(request, body.nextCursor) }
  }),

  route(operations.previewImport, (request) => preview(context, previews, request)),
  route(operations.previewAccountImport, (request) => preview(context, previews, request)),

  route(operations.releaseImport, async (request) => {
    const reply = await idempotent(context.database, request, async (trx) => {
      const run = await createRunQueries(trx).find(request.params.run)
      if (run === undefined) fail('not-found')
      if (run.state !== 'quarantined') fail('import-not-quarantined')
      // Released before, and not handled since.
      const mails = createMailQueries(trx)
      const mail = await mails.lock(run.mail)
      if (mail?.state !== 'quarantined') fail('import-not-quarantined')
      // Support may have added the sender to a list since the mail was received.
      const account = run.account ?? (mail.sender === null ? null : await mails.accountOf(mail.sender))
      if (account === null) fail('import-not-configured', 'The sender is on no account’s list.')
      await mails.release(run.mail, request.identity.actor, account)
      const row = (await findRun(trx, run.id, null)) ?? fail('not-found')
      return { status: 202 as const, body: { ...presentRun(row), state: 'processing' as ImportRun['state'] } }
    })
    context.wake.emit('mailStored')
    return reply
  }),
]

type PreviewRequest = Pick<OperationRequest<typeof operations.previewImport>, 'identity' | 'body' | 'signal'>

async function preview(context: Context, previews: FairSemaphore, request: PreviewRequest) {
  const account = ownAccount(request)
  const configuration = await readConfiguration(context.database.knex, account)
  if (configuration === null) fail('import-not-configured')
  const decide = () => previewFile(context, account, configuration, request.body)
  return { status: 200, body: await previews.run(account, decide, { signal: request.signal }) } as const
}

const ownAccount = ({ identity }: Pick<OperationRequest, 'identity'>): string => identity.account ?? fail('forbidden')
