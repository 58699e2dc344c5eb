import { uuidv7 } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { type Explanation, verbatim } from '../../explanation.ts'

/** A file of a mail, readable or not. */
export interface RunFile {
  /** Position in the mail; below 0 for an unreadable file. */
  attachment: number
  name: string | null
  /** Key of the extracted file; `null` when it was not extracted. */
  key: string | null
  sha256: string
  /** Why the file is not read. */
  refusal: Explanation | null
}

export interface RunOwner {
  mail: string
  account: string | null
  test: boolean
}

const columns =
  'id, mail, account, attachment, file_name, file_sha256, file_key, test, state, explanation, created_at, finished_at'
const values = ':id, :mail, :account, :attachment, :name, :sha256, :key, :test, :state, :explanation, :now, :finishedAt'

/** Records the files of a mail in quarantine, for support. */
export const holdRuns = async (
  trx: Knex.Transaction,
  owner: RunOwner,
  files: readonly RunFile[],
  reason: string,
  now: Date,
): Promise<void> => {
  const explanation = JSON.stringify(verbatim(reason))
  for (const file of files) {
    const run = { ...owner, ...file, id: uuidv7(), state: 'quarantined', explanation, now, finishedAt: null }
    await trx.raw(`insert into runs (${columns}) values (${values}) on conflict (mail, attachment) do nothing`, run)
  }
}

/**
 * Begins a run for each file of a trusted mail; runs that were held in quarantine keep their ids. A file that the account has sent before gets a
 * failed run. Of two mails with the same file that are handled concurrently, the second waits here for the first.
 */
export const beginRuns = async (
  trx: Knex.Transaction,
  owner: RunOwner & { account: string },
  files: readonly RunFile[],
  now: Date,
): Promise<void> => {
  await trx.raw('insert into account_turns (account) values (?) on conflict do nothing', [owner.account])
  const held = await trx('runs').where({ mail: owner.mail, state: 'quarantined' }).delete(['id', 'attachment'])
  for (const { refusal, ...file } of files) {
    const id = held.find(({ attachment }) => attachment === file.attachment)?.id ?? uuidv7()
    const begin = async (explanation: Explanation | null) => {
      const isFailed = explanation !== null
      const run = {
        ...{ ...owner, ...file, id, now, readCompletely: isFailed },
        ...{ state: isFailed ? 'failed' : 'processing', finishedAt: isFailed ? now : null },
        explanation: isFailed ? JSON.stringify(explanation) : null,
      }
      const { rows } = await trx.raw(
        `insert into runs (${columns}, read_completely) values (${values}, :readCompletely) on conflict do nothing returning id`,
        run,
      )
      return rows.length > 0
    }
    if (await begin(refusal)) continue
    if (await adopt(trx, owner.mail, file)) continue
    await begin(await explainSameFile(trx, owner, file.sha256))
  }
}

/** Stores the key of the file in a run that was begun before files were extracted. */
const adopt = async (trx: Knex.Transaction, mail: string, file: Pick<RunFile, 'attachment' | 'key'>) => {
  const found = await trx('runs').where({ mail, attachment: file.attachment }).first('id')
  if (found === undefined) return false
  await trx('runs').where({ id: found.id, file_key: null }).update({ file_key: file.key })
  return true
}

const explainSameFile = async (
  trx: Knex.Transaction,
  { account, mail }: RunOwner,
  sha256: string,
): Promise<Explanation> => {
  const earlier = await trx('runs')
    .where({ account, file_sha256: sha256, test: false })
    .whereIn('state', ['processing', 'completed'])
    .first('mail', 'created_at')
  if (earlier?.mail === mail) return { id: 'file.same-twice' }
  const day = (earlier?.created_at as Date | undefined)?.toISOString().slice(0, 10)
  return day === undefined ? { id: 'file.same-before' } : { id: 'file.same-on-day', values: { day } }
}
