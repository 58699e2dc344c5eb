import type { MessageData } from '@guidebook/contracts'
import { prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'

/** What became of a command, as the importer is told. */
export type Outcome = MessageData<'release.create-settled.v1'>

export async function findOutcome(
  db: Knex | Knex.Transaction,
  account: string,
  commandId: string,
): Promise<Outcome | null> {
  const [row] = await prepared<{ outcome: Outcome }>(
    db,
    'releases/settled-command',
    'SELECT outcome FROM settled_commands WHERE account = ? AND command_id = ?',
    [account, commandId],
  )
  return row?.outcome ?? null
}

/** Of two that settle the same command at once, the second waits here and then fails: its message is tried again and finds the outcome. */
export async function saveOutcome(trx: Knex.Transaction, outcome: Outcome, now: Date): Promise<void> {
  await prepared(
    trx,
    'releases/settle-command',
    'INSERT INTO settled_commands (account, command_id, outcome, settled_at) VALUES (?, ?, ?, ?)',
    [outcome.account, outcome.commandId, JSON.stringify(outcome), now],
  )
}

/** An outcome as `insertOutcomes` takes it, in a JSON array. */
export interface OutcomeRow {
  /** The key of the release that was created. */
  about: string
  account: string
  command_id: string
  outcome: Outcome
  settled_at: Date
}

/** Writes JSON rows (`?`: the text of an `OutcomeRow[]`). To be used inside a statement that writes everything else too. */
export const insertOutcomes = `INSERT INTO settled_commands (account, command_id, outcome, settled_at)
  SELECT account, command_id, outcome, settled_at FROM json_to_recordset(?::json)
    AS row(about text, account uuid, command_id text, outcome json, settled_at timestamptz)`
