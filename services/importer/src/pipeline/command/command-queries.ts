import type { ReleaseRequest } from '@guidebook/contracts'
import type { Knex } from 'knex'

/** A row that waits for its command; with `null` fields the run has no further row. */
export interface WaitingRow {
  run: string
  recorded: number
  row: number | null
  command: string | null
  code: number | null
  request: ReleaseRequest | null
}

export interface SentCommand {
  command: string
  message: string
  downloadCode: number
}

export const createCommandQueries = (db: Knex | Knex.Transaction) => ({
  /** Accounts with waiting rows and at most so many unsettled commands; the one served longest ago comes first. */
  async waitingAccounts(mostUnsettled: number): Promise<string[]> {
    const { rows } = await db.raw(
      `select t.account from account_turns t
       where exists (select 1 from runs r where r.account = t.account and r.state = 'processing' and not r.test
           and r.commanded_row < r.recorded_row)
         and (select count(*) from unsettled_commands c where c.account = t.account) <= :mostUnsettled
       order by t.commanded_at nulls first`,
      { mostUnsettled },
    )
    return rows.map(({ account }: { account: string }) => account)
  },

  /** Locks the account's turn until the transaction ends; `false` when another process holds it. */
  async lockTurn(account: string, now: Date): Promise<boolean> {
    const { rows } = await db.raw(
      `update account_turns set commanded_at = :now
       where account = (select account from account_turns where account = :account for update skip locked)
       returning 1`,
      { account, now },
    )
    return rows.length > 0
  },

  /** Download codes of the account's unsettled commands. */
  async unsettledCodes(account: string): Promise<number[]> {
    const codes: number[] = await db('unsettled_commands').where({ account }).pluck('download_code')
    return codes.map(Number)
  },

  /** The next waiting rows of the account, in the order of its files. */
  async nextRows(account: string, limit: number): Promise<WaitingRow[]> {
    const { rows } = await db.raw(
      `select u.id as run, u.recorded_row as recorded, w.row, w.command, w.download_code as code, w.request
       from runs u left join lateral (
         select row, command, download_code, request from rows
         where run = u.id and row > u.commanded_row and row <= u.recorded_row and status = 'pending'
         order by row limit :limit
       ) w on true
       where u.account = :account and u.state = 'processing' and not u.test and u.commanded_row < u.recorded_row
       order by u.mail, u.attachment, w.row limit :limit`,
      { account, limit },
    )
    return rows
  },

  async advance(positions: ReadonlyMap<string, number>): Promise<void> {
    await db.raw(
      `update runs set commanded_row = p.row from unnest(:runs::uuid[], :rows::integer[]) as p(run, row)
       where runs.id = p.run and runs.commanded_row < p.row`,
      { runs: [...positions.keys()], rows: [...positions.values()] },
    )
  },

  async recordSent(account: string, sent: readonly SentCommand[], now: Date): Promise<void> {
    await db.raw(
      `insert into unsettled_commands (command, account, download_code, message, sent_at)
       select c.command, :account, c.code, c.message, :now
       from unnest(:commands::uuid[], :codes::bigint[], :messages::uuid[]) as c(command, code, message)
       on conflict (command) do nothing`,
      {
        account,
        now,
        commands: sent.map(({ command }) => command),
        codes: sent.map(({ downloadCode }) => downloadCode),
        messages: sent.map(({ message }) => message),
      },
    )
  },

  /** Unsettled commands sent before the time given, without those whose message still waits in the outbox. */
  async unanswered(before: Date, limit: number): Promise<{ command: string; account: string }[]> {
    const { rows } = await db.raw(
      `select c.command, c.account from unsettled_commands c
       where c.sent_at <= :before and not exists (select 1 from outbox o where o.message_id = c.message)
       order by c.sent_at limit :limit`,
      { before, limit },
    )
    return rows
  },
})
