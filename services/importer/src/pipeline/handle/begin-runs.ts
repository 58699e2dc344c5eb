import { dayAt, storedAccount, uuidv7 } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { Explanation } from '../../explanation.ts'
import type { RunRow } from '../../generated/rows.ts'

/** A file of a mail, readable or not; `attachment` is its position, below 0 for an unreadable file. */
export interface RunFile extends Pick<RunRow, 'attachment' | 'file_name' | 'file_key' | 'file_sha256'> {
  /** Why the file is not read. */
  refusal: Explanation | null
}

type RunOwner = Pick<RunRow, 'mail' | 'account' | 'test'>

/** Records the files of a mail in quarantine, for support. Arrays, because a statement has a limit of parameters. */
export const holdRuns = async (
  trx: Knex.Transaction,
  owner: RunOwner,
  files: readonly RunFile[],
  reason: Explanation,
  now: Date,
): Promise<void> => {
  await trx.raw(
    `insert into runs (mail, account, test, state, explanation, created_at, id, attachment, file_name, file_key, file_sha256)
     select :mail::uuid, :account::uuid, :test::boolean, 'quarantined', :explanation::json, :now::timestamptz, file.*
     from unnest(:ids::uuid[], :attachments::integer[], :names::text[], :keys::text[], :hashes::text[]) as file
     on conflict (mail, attachment) do nothing`,
    {
      ...owner,
      explanation: JSON.stringify(reason),
      now,
      ids: files.map(() => uuidv7()),
      attachments: files.map(({ attachment }) => attachment),
      names: files.map(({ file_name }) => file_name),
      keys: files.map(({ file_key }) => file_key),
      hashes: files.map(({ file_sha256 }) => file_sha256),
    },
  )
}

/** Fails the runs of a mail in quarantine that is not imported. */
export const endHeldRuns = async (
  trx: Knex.Transaction,
  mail: string,
  explanation: Explanation,
  now: Date,
): Promise<void> => {
  const ending = { state: 'failed', explanation: JSON.stringify(explanation), finished_at: now }
  await trx('runs').where({ mail, state: 'quarantined' }).update(ending)
}

/**
 * Begins a run for each file of a trusted mail; runs that were held in quarantine keep their ids. A file all of whose rows have succeeded before,
 * or that is being read, gets a failed run. Of two mails with the same file that are handled concurrently, the second waits here for the first.
 */
export const beginRuns = async (
  trx: Knex.Transaction,
  owner: RunOwner,
  files: readonly RunFile[],
  now: Date,
): Promise<void> => {
  await trx('account_turns').insert({ account: owner.account }).onConflict().ignore()
  const held = await trx('runs').where({ mail: owner.mail, state: 'quarantined' }).delete(['id', 'attachment'])
  for (const { refusal, ...file } of files) {
    const id = held.find(({ attachment }) => attachment === file.attachment)?.id ?? uuidv7()
    const begin = async (explanation: Explanation | null) => {
      const state =
        explanation === null
          ? { state: 'processing' }
          : { state: 'failed', explanation: JSON.stringify(explanation), finished_at: now, read_completely: true }
      const run = { ...owner, ...file, ...state, id, created_at: now }
      return (await trx('runs').insert(run).onConflict().ignore().returning('id')).length > 0
    }
    const repeated = () => explainSameFile(trx, owner, file.file_sha256)
    if (await begin(refusal ?? (owner.test ? null : await repeated()))) continue
    // Another mail with the same file was handled concurrently.
    await begin((await repeated()) ?? { id: 'file.same-before' })
  }
}

/** Why a file is not read again, null when it is new. Rows that failed are tried again when their file is sent again. */
const explainSameFile = async (
  trx: Knex.Transaction,
  { account, mail }: RunOwner,
  file_sha256: string,
): Promise<Explanation | null> => {
  const earlier = await trx<RunRow>('runs')
    .where({ account, file_sha256, test: false })
    .where((run) => run.where({ state: 'processing' }).orWhere({ state: 'completed', failed: 0 }))
    .orderBy('id')
    .first('mail', 'created_at')
  if (earlier === undefined) return null
  if (earlier.mail === mail) return { id: 'file.same-twice' }
  const owner = account === null ? null : await storedAccount(trx, account)
  return { id: 'file.same-on-day', values: { day: dayAt(earlier.created_at, owner?.timeZone ?? 'UTC') } }
}
