import { chooseLanguage, messagesOf } from '@guidebook/messages'
import { type Mail, type MailAttachment, queueMail, storedAccount } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { MailRow } from '../generated/rows.ts'
import type { RunRow } from '../run/queries.ts'
import { attachFailedRows } from './attach-failed-rows.ts'
import { composeReport, type ReportedRun } from './compose-report.ts'
import { firstFailedRows, rowsThatWouldSucceed } from './shown-rows.ts'

/** Failed rows of a file in the mail itself; the others are in the attachment only. */
const shownRows = 100
/** Rows of a tested file that would succeed, in the mail. The run has them all. */
const shownDecisions = 1_000
/** Size of all attachments. */
const roomBytes = 9_000_000

/** Queues the report on all files of a mail, in the transaction that ends the mail: one answer per mail. */
export const queueReport = async (
  trx: Knex.Transaction,
  mail: MailRow,
  runs: readonly RunRow[],
  now: Date,
): Promise<void> => {
  const owner = mail.account === null ? null : await storedAccount(trx, mail.account)
  const recipient = await recipientOf(trx, mail, runs, owner?.email ?? null, now)
  if (recipient === null) return
  const lang = chooseLanguage(owner?.defaultLang ?? 'en')
  const reported: ReportedRun[] = []
  for (const run of runs) {
    // Without failed rows the query would read all rows of the run.
    const failedRows = run.failed === 0 ? [] : await firstFailedRows(trx, run.id, shownRows)
    const otherRows = run.test ? await rowsThatWouldSucceed(trx, run.id, shownDecisions) : []
    reported.push({ ...run, failedRows, otherRows })
  }
  const { attachments, attached } = await attachAll(trx, messagesOf('importReport', lang).failedFile, runs)
  const report = composeReport(lang, owner?.name ?? '', reported, attached)
  const reply = mail.message_id === null ? {} : { inReplyTo: mail.message_id, references: [mail.message_id] }
  const subjectMatter = { about: mail.id, kind: 'import-report', account: mail.account } as const
  await queueMail(trx, { ...recipient, ...report, attachments, ...reply }, subjectMatter)
}

const attachAll = async (trx: Knex.Transaction, fileName: string, runs: readonly RunRow[]) => {
  const attachments: MailAttachment[] = []
  let room = roomBytes
  let complete = true
  const failing = runs.filter(({ failed }) => failed > 0)
  for (const [index, run] of failing.entries()) {
    const name = failing.length === 1 ? fileName : `${fileName}-${index + 1}`
    const attached = room > 0 ? await attachFailedRows(trx, run, name, room) : null
    if (attached === null) continue
    attachments.push(attached.attachment)
    room -= attached.bytes
    complete &&= attached.complete
  }
  const isAll = complete && attachments.length === failing.length
  return {
    attachments,
    attached: attachments.length === 0 ? ('none' as const) : isAll ? ('all' as const) : ('some' as const),
  }
}

/** Answers to unreadable mails of one address within an hour; more of them come from an undeclared program. */
const mostRefusals = 10
const withinMs = 3_600_000

type Recipient = Required<Pick<Mail, 'to' | 'autoSubmitted'>>

/**
 * The recipient of the report, or `null`. A person gets an answer, with a limit for unreadable mails. An automatic mail is never answered (RFC 3834):
 * its report goes to the account's own address.
 */
const recipientOf = async (
  trx: Knex.Transaction,
  { automatic, sender }: Pick<MailRow, 'automatic' | 'sender'>,
  runs: readonly Pick<RunRow, 'recorded_row' | 'file_key' | 'attachment'>[],
  accountAddress: string | null,
  now: Date,
): Promise<Recipient | null> => {
  if (sender === null) return null
  if (automatic) {
    // Refused files are not stored, and have positions below 0.
    const hasFile = runs.some(({ file_key, attachment }) => file_key !== null || attachment < 0)
    const isSame = accountAddress?.toLowerCase() === sender
    return hasFile && accountAddress !== null && !isSame
      ? { to: accountAddress, autoSubmitted: 'auto-generated' }
      : null
  }
  const isRead = runs.some((run) => run.recorded_row > 0)
  const isAnswered = isRead || (await refusalsTo(trx, sender, now)) < mostRefusals
  return isAnswered ? { to: sender, autoSubmitted: 'auto-replied' } : null
}

const refusalsTo = async (trx: Knex.Transaction, sender: string, now: Date): Promise<number> => {
  const { rows } = await trx.raw(
    `select count(*)::integer as count from mails where sender = :sender and state = 'failed' and finished_at > :since`,
    { sender, since: new Date(now.getTime() - withinMs) },
  )
  return rows[0].count
}
