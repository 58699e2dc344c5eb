import type { Readable } from 'node:stream'
import { isAnyOurs } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { readConfiguration } from '../../configuration/queries.ts'
import type { Context } from '../../context.ts'
import { type Explanation, inEnglish } from '../../explanation.ts'
import type { MailRow } from '../../generated/rows.ts'
import { isAutomatic } from '../../mail/automatic.ts'
import type { FilesOfMail } from '../../mail/files-of-mail.ts'
import { type MailHeaders, readMailHeaders } from '../../mail/mail-headers.ts'
import { accountOfSender, lockMail, settleMail } from '../../mail/queries.ts'
import { senderDoubt } from '../../trust/authenticate-sender.ts'
import { finishMail } from '../report/finish-mail.ts'
import { beginRuns, endHeldRuns, holdRuns } from './begin-runs.ts'
import { extractFiles, noFile, runFilesOf, storable } from './extract-files.ts'

/** How long a mail waits for a DNS response about its sender, milliseconds. */
const unverifiedForMs = 24 * 3_600_000

/**
 * Decides about a stored mail: authenticates its sender, extracts its files, and begins a run for each file or holds the mail in quarantine. The
 * decision is one transaction; a mail that another process has handled meanwhile stays unchanged.
 */
export const handleMail = async (context: Context, row: MailRow): Promise<void> => {
  const { knex } = context.database
  const open = async () => (await context.objects.get(row.raw_key)).stream
  const headers = await readMailHeaders(await open())
  const account = await accountOfSender(knex, headers.from)
  const described = {
    message_id: storable(headers.messageId),
    sender: storable(headers.from),
    subject: storable(headers.subject).slice(0, 1000),
    account,
    test: isTest(headers.subject),
    automatic: isAutomatic(headers.headers),
  }
  // Support sees the claimed sender also while it cannot be verified.
  await knex('mails').where({ id: row.id }).update(described)
  const mail = { id: row.id, ...described }
  const trust = await trustIn(context, row, headers, account, open)
  const files = await extractFiles(context, await open(), { isTrusted: trust.doubt === null })
  // A reply to one of our mails without a file: thanks from a person, or an undeclared automatic reply.
  const hasFile = files.csvFiles.length > 0 || files.refusedFiles.length > 0
  if (!hasFile && (await isAnyOurs(knex, headers.references))) {
    await knex('mails').where({ id: row.id }).update({ automatic: true })
  }
  // The report may be written inside the transaction, which must not call the gateway: the account's language is cached first.
  if (account !== null) await context.accounts.find(account)
  await context.database.transaction(async (trx) => {
    if ((await lockMail(trx, row.id))?.state !== 'stored') return
    const now = context.clock.now()
    if (trust.doubt === null) return await begin(trx, mail, trust.account, files, now)
    // Held for support. Nobody gets an answer, because the sender may be forged.
    await holdRuns(trx, { mail: row.id, account, test: mail.test }, runFilesOf(files), trust.doubt, now)
    const reason = inEnglish(trust.doubt)
    await settleMail(trx, row.id, 'quarantined', reason, now)
    context.log.warn({ mail: row.id, reason }, 'mail held in quarantine')
  })
}

/** TEST counts anywhere in the subject; as its first word, behind marks of replies and forwarding, in any case. */
const isTest = (subject: string): boolean => /\bTEST\b/.test(subject) || /^\s*(?:\w{1,3}:\s*)*test\b/i.test(subject)

type DescribedMail = Pick<MailRow, 'id' | 'message_id' | 'account' | 'test'>

/** The account that a mail is trusted for, or the reason for its quarantine. */
type Trust = { doubt: null; account: string } | { doubt: Explanation }

/** Trusts a mail whose sender is on the account's list and is authentic, and a mail that support has released from quarantine. */
const trustIn = async (
  context: Context,
  { released_by, received_at }: MailRow,
  { from, headers }: MailHeaders,
  account: string | null,
  open: () => Promise<Readable>,
): Promise<Trust> => {
  if (released_by !== null) {
    return account === null ? { doubt: { id: 'sender.no-account' } } : { doubt: null, account }
  }
  if (from === null) return { doubt: { id: 'sender.none' } }
  if (account === null) return { doubt: { id: 'sender.not-listed' } }
  if ((await context.accounts.find(account))?.suspended === true) return { doubt: { id: 'sender.account-suspended' } }
  const isLastTry = context.clock.now().getTime() - received_at.getTime() > unverifiedForMs
  const doubt = await senderDoubt(context, { open, headers, from, isLastTry })
  return doubt === null ? { doubt, account } : { doubt }
}

const repeated = { id: 'mail.repeated' } as const

const begin = async (
  trx: Knex.Transaction,
  mail: DescribedMail,
  account: string,
  files: FilesOfMail,
  now: Date,
): Promise<void> => {
  const { id, test } = mail
  if (await isRepeated(trx, mail)) {
    await endHeldRuns(trx, id, repeated, now)
    return await settleMail(trx, id, 'completed', inEnglish(repeated), now)
  }
  const configuration = await readConfiguration(trx, account)
  await beginRuns(trx, { mail: id, account, test }, configuration === null ? [noFile] : runFilesOf(files), now)
  await settleMail(trx, id, 'processing', null, now)
  // A mail without a readable file is decided immediately.
  await finishMail(trx, id, now)
}

/**
 * Whether an earlier mail of the account with this Message-ID is completed or in process. Tests never count. Of two such mails that are handled
 * concurrently, the second waits here for the first.
 */
const isRepeated = async (
  trx: Knex.Transaction,
  { id, account, message_id, test }: DescribedMail,
): Promise<boolean> => {
  if (test || message_id === null) return false
  await trx.raw('select pg_advisory_xact_lock(hashtextextended(:key, 0))', {
    key: `importer mail ${account} ${message_id}`,
  })
  const earlier = await trx('mails')
    .where({ account, message_id, test: false })
    .whereIn('state', ['processing', 'completed'])
    .whereNot({ id })
    .first('id')
  return earlier !== undefined
}
