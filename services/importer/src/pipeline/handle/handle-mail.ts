import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { isAnyOurs } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { readConfiguration } from '../../configuration/queries.ts'
import type { Context } from '../../context.ts'
import { beginRuns, holdRuns, type RunFile } from './begin-runs.ts'
import { finishMail } from '../report/finish-mail.ts'
import { fileSentences } from '../../row/sentences.ts'
import { senderDoubt } from '../../trust/authenticate-sender.ts'
import { isAutomatic } from '../../mail/automatic.ts'
import { type FilesOfMail, readFilesOfMail } from '../../mail/files-of-mail.ts'
import { type MailHeaders, readMailHeaders } from '../../mail/mail-headers.ts'
import { createMailQueries, type MailRow } from '../../mail/queries.ts'
import { refusalSentences } from '../../mail/refusals.ts'

/**
 * Decides about one stored mail: who sent it, and which files it has, each of which is extracted and begins a run. Files of a mail that
 * nobody believes are looked at, not kept. All of it is one transaction; a mail that another process has handled meanwhile stays as it is.
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
  // Also of a mail whose sender can't be verified yet, support sees who it says it is from.
  await mails.describe(row.id, about)
  const doubt = row.released_by === null ? await doubtAbout(context, row, headers, account, open) : null
  const isTrusted = doubt === null && account !== null
  const files = await readFilesOfMail(await open(), isTrusted ? (content) => storeFile(context, content) : lookAt)
  if (await answersUs(context, headers, files)) await mails.markAutomatic(row.id)
  // The answer may be written inside the transaction, where nobody can be asked: the account's language must be known by then.
  if (account !== null) await context.accounts.find(account)
  await context.database.transaction(async (trx) => {
    if ((await createMailQueries(trx).lock(row.id))?.state !== 'stored') return
    if (isTrusted) await begin(context, trx, row.id, files, { ...about, account })
    else await hold(context, trx, row.id, files, about, doubt ?? 'The sender belongs to no account.')
  })
}

/** Kept by its content, so that a mail which is read again stores nothing again. */
const storeFile = (context: Context, content: Readable) =>
  context.objects.putByContent('importer/files', content, { contentType: 'text/csv', extension: '.csv' })

/** Of a file of somebody who may be anybody nothing is kept but what it was: it is extracted when the mail is let out. */
const lookAt = async (content: Readable) => {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of content) {
    hash.update(piece)
    bytes += piece.length
  }
  return { key: null, sha256: hash.digest('hex'), bytes }
}

/** A mail whose sender cannot be verified because the DNS is silent waits for a day. */
const undecidedForMs = 24 * 3_600_000

const doubtAbout = async (
  context: Context,
  row: MailRow,
  { from, headers }: MailHeaders,
  account: string | null,
  open: () => Promise<Readable>,
): Promise<string | null> => {
  if (from === null) return 'The mail has no single sender.'
  if (account === null) return 'The sender is on no account’s list.'
  return await senderDoubt({
    open,
    headers,
    from,
    server: context.trustedServer,
    resolver: context.resolver,
    isLastTry: context.clock.now().getTime() - row.received_at.getTime() > undecidedForMs,
  })
}

/** A reply to a mail of ours that brings no file: a person's thanks, or a machine that does not say that it is one. */
const answersUs = async (
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

/** Holds the mail for support to look at. Nobody is answered: the sender may be forged. */
const hold = async (
  context: Context,
  trx: Knex.Transaction,
  id: string,
  found: FilesOfMail,
  { account, test }: About,
  reason: string,
): Promise<void> => {
  const now = context.clock.now()
  await holdRuns(trx, { mail: id, account, test }, filesOf(found), reason, now)
  await createMailQueries(trx).settle(id, 'quarantined', reason, now)
  context.log.warn({ mail: id, reason }, 'mail held in quarantine')
}

const begin = async (
  context: Context,
  trx: Knex.Transaction,
  id: string,
  found: FilesOfMail,
  { messageId, account, test }: About & { account: string },
): Promise<void> => {
  const mails = createMailQueries(trx)
  const now = context.clock.now()
  if (!test && messageId !== null && (await isRepeated(trx, id, account, messageId))) {
    await trx('runs')
      .where({ mail: id, state: 'quarantined' })
      .update({ state: 'failed', reason: repeated, finished_at: now })
    return await mails.settle(id, 'completed', repeated, now)
  }
  const configuration = await readConfiguration(trx, account)
  const files = configuration === null ? filesOf({ csvFiles: [], refusedFiles: [] }) : filesOf(found)
  await beginRuns(trx, { mail: id, account, test }, files, now)
  await mails.settle(id, 'processing', null, now)
  // When no file is left to read, the mail has come to its end already.
  await finishMail(trx, id, now)
}

/** Of two mails with the same Message-ID, handled at the same moment, the second waits here for the first. */
const isRepeated = async (trx: Knex.Transaction, id: string, account: string, messageId: string): Promise<boolean> => {
  await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`importer mail ${account} ${messageId}`])
  return (await createMailQueries(trx).findEarlier(id, account, messageId)) !== undefined
}

/** Every file of the mail, also those that can't be read; a mail without any has one that says so. */
const filesOf = ({ csvFiles, refusedFiles }: FilesOfMail): RunFile[] => {
  const read = csvFiles.map(({ index, name, key, sha256 }) => ({
    attachment: index,
    name: storable(name),
    key,
    sha256,
    refusal: null,
  }))
  const refused = refusedFiles.map(({ name, reason }, index) => ({
    attachment: -1 - index,
    name: name === '' ? null : storable(name),
    key: null,
    sha256: '',
    refusal: refusalSentences[reason],
  }))
  const none = { attachment: 0, name: null, key: null, sha256: '', refusal: fileSentences['no-csv'] }
  return read.length + refused.length > 0 ? [...read, ...refused] : [none]
}

/** PostgreSQL keeps no NUL in a text. */
const storable = <T extends string | null>(text: T): T => (text === null ? text : (text.replaceAll('\0', '') as T))
