import { uuidv7 } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { interpolate } from '../../interpolate.ts'
import { fileSentences } from '../../row/sentences.ts'

/** A file of a mail, readable or not. */
export interface RunFile {
  /** Position in the mail; below 0 for an unreadable file. */
  attachment: number
  name: string | null
  /** Key of the extracted file; `null` when it was not extracted. */
  key: string | null
  sha256: string
  /** Why the file is not read. */
  refusal: string | null
}

export interface RunOwner {
  mail: string
  account: string | null
  test: boolean
}

const columns =
  'id, mail, account, attachment, file_name, file_sha256, file_key, test, state, reason, created_at, finished_at'
const values = ':id, :mail, :account, :attachment, :name, :sha256, :key, :test, :state, :reason, :now, :finishedAt'

/** Records the files of a mail in quarantine, for support. */
export const holdRuns = async (
  trx: Knex.Transaction,
  owner: RunOwner,
  files: readonly RunFile[],
  reason: string,
  now: Date,
): Promise<void> => {
  for (const file of files) {
    const run = { ...owner, ...file, id: uuidv7(), state: 'quarantined', reason, now, finishedAt: null }
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
    const begin = async (reason: string | null) => {
      const run = reason === null ? { state: 'processing', finishedAt: null } : { state: 'failed', finishedAt: now }
      const { rows } = await trx.raw(
        `insert into runs (${columns}, read_completely) values (${values}, :readCompletely) on conflict do nothing returning id`,
        { ...owner, ...file, ...run, id, reason, now, readCompletely: reason !== null },
      )
      return rows.length > 0
    }
    if (await begin(refusal)) continue
    if (await adopt(trx, owner.mail, file)) continue
    await begin(await sameFileSentence(trx, owner, file.sha256))
  }
}

/** Stores the key of the file in a run that was begun before files were extracted. */
const adopt = async (trx: Knex.Transaction, mail: string, file: Pick<RunFile, 'attachment' | 'key'>) => {
  const found = await trx('runs').where({ mail, attachment: file.attachment }).first('id')
  if (found === undefined) return false
  await trx('runs').where({ id: found.id, file_key: null }).update({ file_key: file.key })
  return true
}

const sameFileSentence = async (
  trx: Knex.Transaction,
  { account, mail }: RunOwner,
  sha256: string,
): Promise<string> => {
  const earlier = await trx('runs')
    .where({ account, file_sha256: sha256, test: false })
    .whereIn('state', ['processing', 'completed'])
    .first('mail', 'created_at')
  if (earlier?.mail === mail) return fileSentences['same-twice']
  const day = (earlier?.created_at as Date | undefined)?.toISOString().slice(0, 10)
  return day === undefined ? fileSentences['same-before'] : interpolate(fileSentences['same-on-day'], { day })
}
