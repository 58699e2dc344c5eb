import { isAnyOurs } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { readConfiguration } from '../../configuration/queries.ts'
import type { Context } from '../../context.ts'
import { verbatim } from '../../explanation.ts'
import { isAutomatic } from '../../mail/automatic.ts'
import type { FilesOfMail } from '../../mail/files-of-mail.ts'
import { type MailHeaders, readMailHeaders } from '../../mail/mail-headers.ts'
import { createMailQueries, type MailRow } from '../../mail/queries.ts'
import { finishMail } from '../report/finish-mail.ts'
import { beginRuns, holdRuns } from './begin-runs.ts'
import { extractFiles, noFile, runFilesOf } from './extract-files.ts'
import { judgeSender } from './judge-sender.ts'
import { storable } from './storable.ts'

/**
 * Decides about a stored mail: judges its sender, extracts its files, and begins a run for each file or holds the mail in quarantine. The decision
 * is one transaction; a mail that another process has handled meanwhile stays unchanged.
 */
export const handleMail = async (context: Context, row: MailRow): Promise<void> => {
  const open = async () => (await context.objects.get(row.raw_key)).stream
  const mails = createMailQueries(context.database.knex)
  const headers = await readMailHeaders(await open())
  const account = headers.from === null ? null : await mails.accountOf(headers.from)
  const about = {
    messageId: storable(headers.messageId),
    sender: storable(headers.from),
    subject: storable(headers.subject).slice(0, 1000),
    account,
    test: /\bTEST\b/.test(headers.subject),
    automatic: isAutomatic(headers.headers),
  }
  // Support sees the claimed sender also while it cannot be verified.
  await mails.describe(row.id, about)
  const verdict = await judgeSender(context, row, headers, account, open)
  const files = await extractFiles(context, await open(), { isTrusted: 'account' in verdict })
  if (await isReplyWithoutFile(context, headers, files)) await mails.markAutomatic(row.id)
  // The report may be written inside the transaction, which must not call the gateway: the account's language is cached first.
  if (account !== null) await context.accounts.find(account)
  await context.database.transaction(async (trx) => {
    if ((await createMailQueries(trx).lock(row.id))?.state !== 'stored') return
    if ('account' in verdict) await begin(context, trx, row.id, files, { ...about, ...verdict })
    else await hold(context, trx, row.id, files, about, verdict.doubt)
  })
}

/** A reply to one of our mails without a file: thanks from a person, or an undeclared automatic reply. */
const isReplyWithoutFile = async (
  { database }: Context,
  { references }: MailHeaders,
  { csvFiles }: FilesOfMail,
): Promise<boolean> => csvFiles.length === 0 && (await isAnyOurs(database.knex, references))

const repeated = 'The same mail was handled before.'

interface About {
  messageId: string | null
  account: string | null
  test: boolean
}

/** Holds the mail in quarantine for support. Nobody gets an answer, because the sender may be forged. */
const hold = async (
  context: Context,
  trx: Knex.Transaction,
  id: string,
  files: FilesOfMail,
  { account, test }: About,
  reason: string,
): Promise<void> => {
  const now = context.clock.now()
  await holdRuns(trx, { mail: id, account, test }, runFilesOf(files), reason, now)
  await createMailQueries(trx).settle(id, 'quarantined', reason, now)
  context.log.warn({ mail: id, reason }, 'mail held in quarantine')
}

const begin = async (
  context: Context,
  trx: Knex.Transaction,
  id: string,
  files: FilesOfMail,
  { messageId, account, test }: About & { account: string },
): Promise<void> => {
  const mails = createMailQueries(trx)
  const now = context.clock.now()
  if (!test && messageId !== null && (await isRepeated(trx, id, account, messageId))) {
    await trx('runs')
      .where({ mail: id, state: 'quarantined' })
      .update({ state: 'failed', explanation: JSON.stringify(verbatim(repeated)), finished_at: now })
    return await mails.settle(id, 'completed', repeated, now)
  }
  const configuration = await readConfiguration(trx, account)
  await beginRuns(trx, { mail: id, account, test }, configuration === null ? [noFile] : runFilesOf(files), now)
  await mails.settle(id, 'processing', null, now)
  // A mail without a readable file is decided immediately.
  await finishMail(trx, id, now)
}

/** Of two mails with the same Message-ID that are handled concurrently, the second waits here for the first. */
const isRepeated = async (trx: Knex.Transaction, id: string, account: string, messageId: string): Promise<boolean> => {
  await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`importer mail ${account} ${messageId}`])
  return (await createMailQueries(trx).findEarlier(id, account, messageId)) !== undefined
}
