import { operations, type QueryOf } from '@guidebook/contracts'
import {
  decodeCursor,
  FairSemaphore,
  fail,
  idempotent,
  nextLink,
  ObjectMissingError,
  type OperationRequest,
  type Route,
  route,
  toPage,
} from '@guidebook/service-kit'
import { readConfiguration } from '../configuration/queries.ts'
import type { Context } from '../context.ts'
import { explainFor } from '../explanation.ts'
import { accountOfSender, lockMail } from '../mail/queries.ts'
import { presentRow, presentRun } from './present.ts'
import { previewFile } from './preview-file.ts'
import { findRun, listRows, listRuns } from './queries.ts'

/** Pages of rows that are read at once. To find the rows of one status, PostgreSQL may read all rows of a run. */
const pageShares = { capacity: 4, perOwner: 2, mostWaiting: 1_000, waitMs: 20_000 }

/** Operations of an account on its own imports, and of support on those of all accounts. */
export const runRoutes = (
  context: Context,
  heldFiles: FairSemaphore,
  pages = new FairSemaphore(pageShares),
): Route[] => [
  route(operations.listImports, (request) => pageOfRuns(context, request, { account: ownAccount(request) })),
  route(operations.findImports, (request) => pageOfRuns(context, request, request.query)),

  route(operations.readImport, (request) => runWithRows(context, pages, request, ownAccount(request))),
  route(operations.inspectImport, (request) => runWithRows(context, pages, request)),

  route(operations.downloadImportMail, async ({ params }) => {
    const run = await findRun(context.database.knex, params.run)
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

  route(operations.previewImport, (request) => preview(context, heldFiles, request)),
  route(operations.previewAccountImport, (request) => preview(context, heldFiles, request)),

  route(operations.releaseImport, async (request) => {
    await requireStoredMail(context, request.params.run)
    const reply = await idempotent(context.database, request, async (trx) => {
      const run = (await findRun(trx, request.params.run)) ?? fail('not-found')
      if (run.state !== 'quarantined') fail('import-not-quarantined')
      // Released before, and not handled since.
      const mail = await lockMail(trx, run.mail)
      if (mail?.state !== 'quarantined') fail('import-not-quarantined')
      // Support may have added the sender to a list, or taken it off, since the mail was received.
      const account = await accountOfSender(trx, mail.sender)
      if (account === null) fail('import-not-configured', 'The sender is on no account’s list.')
      // The mail is handled again as trusted, in the account's turn.
      await trx('mail_turns').insert({ account }).onConflict().ignore()
      const released_by = request.identity.actor
      const stored = {
        state: 'stored',
        reason: null,
        released_by,
        attempts: 0,
        finished_at: null,
        turn_account: account,
      }
      await trx('mails').where({ id: mail.id }).update(stored)
      const released = { ...run, account, shown_state: 'processing' as const }
      return { status: 202 as const, body: presentRun(released, explainFor(request.headers)) }
    })
    context.wake.emit('mailStored')
    return reply
  }),
]

/** A mail that is released is read again. Other faults of the run are found when it is released. */
async function requireStoredMail({ database, objects }: Context, id: string): Promise<void> {
  const run = await findRun(database.knex, id)
  if (run?.state === 'quarantined' && !(await objects.exists(run.raw_key))) fail('import-mail-gone')
}

/** A cache must not show one reader's language to another. */
const inLanguage = { Vary: 'Accept-Language' }

type RunsRequest = Pick<OperationRequest<typeof operations.listImports>, 'headers' | 'query' | 'raw'>

async function pageOfRuns(
  { database }: Context,
  request: RunsRequest,
  { account, sender }: Pick<QueryOf<typeof operations.findImports>, 'account' | 'sender'>,
) {
  const { limit = 50, cursor, state } = request.query
  const before = decodeCursor(cursor, ['uuid'])?.[0]
  const found = await listRuns(database.knex, { account, sender, state, before, limit: limit + 1 })
  const explain = explainFor(request.headers)
  const body = toPage(
    found,
    limit,
    ({ id }) => [id],
    (run) => presentRun(run, explain),
  )
  return { status: 200, body, headers: { ...inLanguage, ...nextLink(request, body.nextCursor) } } as const
}

type RunRequest = Pick<
  OperationRequest<typeof operations.readImport>,
  'headers' | 'params' | 'query' | 'raw' | 'signal'
>

/** A run with the requested page of its rows: of the account, or of any account for support. */
async function runWithRows(
  { database: { knex } }: Context,
  pages: FairSemaphore,
  request: RunRequest,
  account?: string,
) {
  const { limit = 50, cursor, status }: QueryOf<typeof operations.readImport> = request.query
  const after = decodeCursor(cursor, ['int32'])?.[0] ?? 0
  const run = (await findRun(knex, request.params.run, account)) ?? fail('not-found')
  const read = () => listRows(knex, run.id, status, after, limit + 1)
  const isEmpty = status !== undefined && run[status] === 0
  const found = isEmpty ? [] : await pages.run(account ?? 'support', read, { signal: request.signal })
  const explain = explainFor(request.headers)
  const { items: rows, nextCursor } = toPage(
    found,
    limit,
    ({ row }) => [row],
    (row) => presentRow(row, explain),
  )
  const body = { ...presentRun(run, explain), rows, nextCursor }
  return { status: 200, body, headers: { ...inLanguage, ...nextLink(request, nextCursor) } } as const
}

type PreviewRequest = Pick<
  OperationRequest<typeof operations.previewImport>,
  'headers' | 'identity' | 'body' | 'signal'
>

async function preview(context: Context, heldFiles: FairSemaphore, request: PreviewRequest) {
  const account = ownAccount(request)
  const configuration = await readConfiguration(context.database.knex, account)
  if (configuration === null) fail('import-not-configured')
  const decide = () => previewFile(context, account, configuration, request.body, explainFor(request.headers))
  return { status: 200, body: await heldFiles.run(account, decide, { signal: request.signal }) } as const
}

const ownAccount = ({ identity }: Pick<OperationRequest, 'identity'>): string => identity.account ?? fail('forbidden')
