import { createHash } from 'node:crypto'
import { uuidv7 } from '@guidebook/service-kit'
import { readConfiguration } from '../configuration/queries.ts'
import type { Context } from '../context.ts'
import { queueRefusal } from '../report/queue-report.ts'
import { finishMailIfDone, finishRunIfDecided } from '../run/finish-run.ts'
import { importFile } from '../run/import-file.ts'
import { createRunQueries } from '../run/queries.ts'
import { senderDoubt } from '../trust/authenticate-sender.ts'
import { createMailQueries, type MailRow } from './queries.ts'
import { type MailFile, type ReadMail, readMail } from './read-mail.ts'

/** Decides about one stored mail: who sent it, which files it has, what their rows ask for. May be run again after a crash. */
export const handleMail = async (context: Context, row: MailRow): Promise<void> => {
  const raw = await context.objects.read(row.raw_key)
  const mail = await readMail(raw)
  const account = mail.from === null ? null : await createMailQueries(context.database.knex).accountOf(mail.from)
  const test = /\bTEST\b/.test(mail.subject)
  await createMailQueries(context.database.knex).describe(row.id, {
    messageId: mail.messageId,
    sender: mail.from,
    subject: mail.subject.slice(0, 1000),
    account,
    test,
    automatic: mail.automatic,
  })
  const doubt = row.released_by === null ? await doubtAbout(context, row, mail, account) : null
  if (doubt !== null || account === null) {
    return await quarantine(context, row, mail, account, test, doubt ?? 'The sender belongs to no account.')
  }
  await handleTrusted(context, row, mail, account, test)
}

/** A mail whose sender cannot be verified because the DNS is silent waits for a day. */
const undecidedForMs = 24 * 3_600_000

const doubtAbout = async (
  context: Context,
  row: MailRow,
  mail: ReadMail,
  account: string | null,
): Promise<string | null> => {
  if (mail.from === null) return 'The mail has no single sender.'
  if (account === null) return 'The sender is on no account’s list.'
  return await senderDoubt({
    open: async () => (await context.objects.get(row.raw_key)).stream,
    headers: mail.headers,
    from: mail.from,
    server: context.trustedServer,
    resolver: context.resolver,
    isLastTry: context.clock.now().getTime() - row.received_at.getTime() > undecidedForMs,
  })
}

/** Holds the mail, with a run for each of its files, for support to look at. Nobody is answered: the sender may be forged. */
const quarantine = async (
  context: Context,
  row: MailRow,
  mail: ReadMail,
  account: string | null,
  test: boolean,
  reason: string,
): Promise<void> => {
  const now = context.clock.now()
  // Without a file there is still one run, so that support sees the mail and can let it go.
  const files = mail.csvFiles.length > 0 ? mail.csvFiles : [{ index: 0, name: null, content: Buffer.alloc(0) }]
  await context.database.transaction(async (trx) => {
    for (const file of files) {
      await createRunQueries(trx).begin(runOf(row, file, account, test), 'quarantined', reason, now)
    }
    await createMailQueries(trx).settle(row.id, 'quarantined', reason, now)
  })
  context.log.warn({ mail: row.id, reason }, 'mail held in quarantine')
}

const handleTrusted = async (
  context: Context,
  row: MailRow,
  mail: ReadMail,
  account: string,
  test: boolean,
): Promise<void> => {
  const mails = createMailQueries(context.database.knex)
  const now = context.clock.now()
  // The report is written inside a transaction, where nobody can be asked: the account's language must be known by then.
  await context.accounts.find(account)
  const earlier = test || mail.messageId === null ? undefined : await mails.findEarlier(row.id, account, mail.messageId)
  if (earlier !== undefined) return await mails.settle(row.id, 'completed', 'The same mail was handled before.', now)
  const configuration = await readConfiguration(context.database.knex, account)
  if (configuration === null || mail.csvFiles.length === 0) {
    return await refuse(context, row, mail, account, noFile(mail))
  }
  for (const file of mail.csvFiles) {
    await importOne(context, row, file, account, test, configuration)
  }
  await context.database.transaction(async (trx) => {
    await createMailQueries(trx).settle(row.id, 'processing', null, now)
    for (const run of await createRunQueries(trx).ofMail(row.id)) await finishRunIfDecided(context, trx, run.id)
    await finishMailIfDone(context, trx, row.id)
  })
  context.wakeMailbox()
}

const importOne = async (
  context: Context,
  row: MailRow,
  file: MailFile,
  account: string,
  test: boolean,
  configuration: NonNullable<Awaited<ReturnType<typeof readConfiguration>>>,
): Promise<void> => {
  const runs = createRunQueries(context.database.knex)
  const now = context.clock.now()
  const about = runOf(row, file, account, test)
  const same = test ? undefined : await runs.findSameFile(account, about.fileSha256, row.id)
  if (same !== undefined) {
    const reason = `The same file was imported on ${same.created_at.toISOString().slice(0, 10)}; nothing was done again.`
    await runs.begin(about, 'failed', reason, now)
    return
  }
  const run = await runs.begin(about, 'processing', null, now)
  await importFile(context, {
    run,
    mail: row.id,
    account,
    attachment: file.index,
    test,
    configuration,
    content: file.content,
  })
}

const runOf = (row: MailRow, file: MailFile, account: string | null, test: boolean) => ({
  id: uuidv7(),
  mail: row.id,
  account,
  attachment: file.index,
  fileName: file.name,
  fileSha256: createHash('sha256').update(file.content).digest('hex'),
  test,
})

const noFile = ({ spreadsheets }: ReadMail): string =>
  spreadsheets.length > 0
    ? `The mail holds a spreadsheet (${spreadsheets.join(', ')}) but no CSV file. Save the list as CSV and send it again.`
    : 'The mail holds no CSV file.'

const refuse = async (
  context: Context,
  row: MailRow,
  mail: ReadMail,
  account: string,
  reason: string,
): Promise<void> => {
  await context.database.transaction(async (trx) => {
    if (!mail.automatic)
      await queueRefusal(
        trx,
        { ...row, sender: mail.from, subject: mail.subject, message_id: mail.messageId, account },
        reason,
      )
    await createMailQueries(trx).settle(row.id, 'failed', reason, context.clock.now())
  })
  context.wakeMailbox()
}
