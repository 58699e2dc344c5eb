import { Readable } from 'node:stream'
import { type ImportRun, operations } from '@guidebook/contracts'
import {
  decodeCursor,
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
import { openCsv, UnreadableCsv } from '../csv/read-csv.ts'
import { createMailQueries } from '../mail/queries.ts'
import { batches } from './batches.ts'
import { mapColumns } from './columns.ts'
import { decideRows } from './decide-rows.ts'
import { presentRow, presentRun } from './present.ts'
import { type PreviewedRow, previewRows } from './preview.ts'
import { createRunQueries } from './queries.ts'
import { findRun, listRuns } from './read-queries.ts'

export const runRoutes = (context: Context): Route[] => [
  route(operations.listImports, async (request) => {
    const { limit = 50, cursor } = request.query
    const before = decodeCursor(cursor, ['uuid'])?.[0] ?? null
    const rows = await listRuns(context.database.knex, ownAccount(request), limit + 1, before)
    const body = toPage(rows, limit, ({ id }) => [id], presentRun)
    return { status: 200, body, headers: nextLink(request, body.nextCursor) }
  }),

  route(operations.readImport, async (request) => {
    const run = await findRun(context.database.knex, request.params.run, ownAccount(request))
    if (run === undefined) fail('not-found')
    const rows = await createRunQueries(context.database.knex).rows(run.id)
    return { status: 200, body: { ...presentRun(run), rows: rows.map(presentRow) } }
  }),

  route(operations.previewImport, async (request) => {
    const account = ownAccount(request)
    const configuration = await readConfiguration(context.database.knex, account)
    if (configuration === null) fail('import-not-configured')
    // The contract declares raw content types, for which the guard gives the bytes.
    const bytes = request.body as unknown as Buffer
    return { status: 200, body: await preview(context, account, configuration, bytes) }
  }),

  route(operations.releaseQuarantined, (request) =>
    idempotent(context.database, request, async (trx) => {
      const run = await createRunQueries(trx).find(request.params.run)
      if (run === undefined) fail('not-found')
      if (run.state !== 'quarantined') fail('import-not-quarantined')
      if (run.account === null) fail('import-not-configured', 'The sender is on no account’s list.')
      await createMailQueries(trx).release(run.mail, request.identity.actor)
      const row = (await findRun(trx, run.id, null)) ?? fail('not-found')
      return { status: 202 as const, body: { ...presentRun(row), state: 'processing' as ImportRun['state'] } }
    }),
  ),
]

const preview = async (
  context: Context,
  account: string,
  configuration: NonNullable<Awaited<ReturnType<typeof readConfiguration>>>,
  bytes: Buffer,
) => {
  try {
    const file = await openCsv(async () => Readable.from([bytes]), configuration.format)
    const mapping = mapColumns(file.header, configuration)
    if ('missing' in mapping) {
      fail(
        'csv-column-missing',
        `Missing: ${mapping.missing.join(', ')}. Found: ${mapping.found.join(', ') || 'none'}.`,
      )
    }
    const rows: PreviewedRow[] = []
    const codes = new Set<number>()
    for await (const batch of batches(file.rows)) {
      const decided = await decideRows(context, account, configuration, mapping.columns, batch)
      rows.push(...(await previewRows(context, configuration, decided, codes)))
    }
    return { dialect: { ...file.dialect, dateFormat: configuration.format?.dateFormat ?? null }, rows }
  } catch (error) {
    if (error instanceof UnreadableCsv) fail('csv-unreadable', error.message)
    throw error
  }
}

const ownAccount = ({ identity }: Pick<OperationRequest, 'identity'>): string => identity.account ?? fail('forbidden')
