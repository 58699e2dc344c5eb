import { isUuid } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { CsvDialect } from '../csv/read-csv.ts'
import { type Explanation, verbatim } from '../explanation.ts'
import type * as rows from '../generated/rows.ts'
import type { StoredRowError } from '../row/row-errors.ts'

/** `reason`: the English sentence of a run from before there was a catalogue; `recorded_row`: the last recorded row. */
export interface RunRow extends rows.RunRow {
  /** Why the run failed or is in quarantine. */
  explanation: Explanation | null
  dialect: (CsvDialect & { dateFormat: string | null }) | null
  header: string[] | null
}

/** `raw_key`: key of the raw mail in the object store; empty for an upload, and for a mail that was too large to be read. */
export interface RunWithMail
  extends RunRow,
    Pick<rows.MailRow, 'sender' | 'subject' | 'received_at' | 'raw_key' | 'uploaded_by'> {
  shown_state: RunRow['state']
}

export interface ListedRow extends Pick<rows.RowRow, 'row' | 'status' | 'download_code' | 'link'> {
  errors: StoredRowError[]
}

/** Why the run failed or is in quarantine, `null` for others. */
export const reasonOf = ({ explanation, reason }: Pick<RunRow, 'explanation' | 'reason'>): Explanation | null =>
  explanation ?? (reason === null ? null : verbatim(reason))

/** Readers see a run as processing from its release on. It stays stored as quarantined until it is its mail's turn. */
const shownState = `case when r.state = 'quarantined' and m.state = 'stored' then 'processing' else r.state end`

const runsWithMails = (knex: Knex) =>
  knex<RunRow>('runs as r')
    .join('mails as m', 'm.id', 'r.mail')
    .select('r.*', 'm.sender', 'm.subject', 'm.received_at', 'm.raw_key', 'm.uploaded_by')
    .select(knex.raw(`${shownState} as shown_state`))

/** Mails of a sender that are looked at: anybody can write in the name of a sender, and mail after mail. */
const mostMailsOfSender = 200

interface RunFilter {
  account?: string | undefined
  state?: RunRow['state'] | undefined
  sender?: string | undefined
  /** Only runs older than this one. */
  before: string | undefined
  limit: number
}

/** Runs, newest first; without an account those of all accounts and of unknown senders. Of a sender those of the newest mails. */
export const listRuns = async (
  knex: Knex,
  { account, state, sender, before, limit }: RunFilter,
): Promise<RunWithMail[]> => {
  // A malformed identifier names no account.
  if (account !== undefined && !isUuid(account)) return []
  const runs = runsWithMails(knex).orderBy('r.id', 'desc').limit(limit)
  if (account !== undefined) runs.where('r.account', account)
  if (state !== undefined) {
    // An index finds runs by their stored state.
    runs.whereIn('r.state', state === 'processing' ? ['processing', 'quarantined'] : [state])
    runs.whereRaw(`${shownState} = ?`, [state])
  }
  if (sender !== undefined) {
    const mails = knex('mails').where('sender', sender.toLowerCase()).orderBy('id', 'desc').limit(mostMailsOfSender)
    runs.whereIn('r.mail', mails.select('id'))
  }
  if (before !== undefined) runs.where('r.id', '<', before)
  return await runs
}

/** A run of the account, or of any account without one. */
export const findRun = async (knex: Knex, id: string, account?: string): Promise<RunWithMail | undefined> => {
  if (!isUuid(id)) return undefined
  const runs = runsWithMails(knex).where('r.id', id)
  return await (account === undefined ? runs : runs.where('r.account', account)).first()
}

/** Rows of a run below `after` in order, without their cells. */
export const listRows = async (
  knex: Knex,
  run: string,
  status: ListedRow['status'] | undefined,
  after: number,
  limit: number,
): Promise<ListedRow[]> =>
  await knex('rows')
    .where({ run, ...(status === undefined ? {} : { status }) })
    .where('row', '>', after)
    .orderBy('row')
    .limit(limit)
    .select('row', 'status', 'download_code', 'link', 'errors')
