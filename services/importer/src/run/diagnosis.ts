/** The rows of CSV files that named a download code, for the answer to "my guests did not get the roadbook". */
import { type DiagnosedRow, diagnosedItems, operations } from '@guidebook/contracts'
import { isUuid, prepared, type Route, route } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { Context } from '../context.ts'
import { type Explain, explainFor } from '../explanation.ts'
import { presentRow } from './present.ts'
import type { ListedRow } from './queries.ts'

export const diagnosisRoutes = ({ database: { knex } }: Context): Route[] => [
  route(operations.diagnoseImports, async ({ headers, query: { account, code } }) => {
    const rows = account === undefined ? await rowsOfAll(knex, code) : await rowsOfAccount(knex, account, code)
    const explain = explainFor(headers)
    return { status: 200, body: { rows: rows.map((row) => presentDiagnosedRow(row, explain)) } }
  }),
]

interface FoundRow extends ListedRow {
  account: string
  run: string
  mail: string
  test: boolean
  file_name: string | null
  sender: string | null
  subject: string | null
  received_at: Date
}

const columns = `found.run, found.row, found.status, found.download_code, found.link, found.errors,
  u.account, u.mail, u.test, u.file_name, m.sender, m.subject, m.received_at`
const rowColumns = 'run, row, status, download_code, link, errors'

/** Runs of an account that are looked at: several years of one file a day. */
const mostRuns = 2_000

/**
 * Looks the code up in each of the account's runs: another account that imports many rows with the same code neither hides these rows nor makes the
 * question slower.
 */
async function rowsOfAccount(knex: Knex, account: string, code: number): Promise<FoundRow[]> {
  // A malformed identifier names no account.
  if (!isUuid(account)) return []
  return await prepared<FoundRow>(
    knex,
    'importer/diagnosis-of-account',
    `select ${columns}
       from (select id, account, mail, test, file_name from runs where account = :account order by id desc limit ${mostRuns}) u
       cross join lateral (
         select ${rowColumns} from rows where rows.run = u.id and download_code = :code order by row desc limit ${diagnosedItems}) found
       join mails m on m.id = u.mail
      order by u.id desc, found.row desc limit ${diagnosedItems}`,
    { account, code },
  )
}

/** For support. Rows in quarantine belong to no account and have no code yet. */
const rowsOfAll = (knex: Knex, code: number): Promise<FoundRow[]> =>
  prepared<FoundRow>(
    knex,
    'importer/diagnosis',
    `select ${columns}
       from (select ${rowColumns} from rows where download_code = :code order by run desc limit ${diagnosedItems}) found
       join runs u on u.id = found.run
       join mails m on m.id = u.mail
      where u.account is not null
      order by u.id desc, found.row desc`,
    { code },
  )

const presentDiagnosedRow = (row: FoundRow, explain: Explain): DiagnosedRow => ({
  ...presentRow(row, explain),
  account: row.account,
  run: row.run,
  mail: row.mail,
  test: row.test,
  fileName: row.file_name,
  sender: row.sender,
  subject: row.subject,
  receivedAt: row.received_at.toISOString(),
})
