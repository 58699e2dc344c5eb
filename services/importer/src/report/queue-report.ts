import { chooseLanguage, messagesOf } from '@guidebook/messages'
import { type MailAttachment, queueMail, storedAccount } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { MailRow } from '../generated/rows.ts'
import type { RunRow } from '../run/queries.ts'
import { attachFailedRows, failedRows } from './attach-failed-rows.ts'
import { composeReport, type ReportedRun } from './compose-report.ts'
import { recipientOf } from './recipient.ts'

/** Failed rows of a file in the mail itself; the others are in the attachment only. */
const shownRows = 100
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
    const { value } = await failedRows(trx, run.id, shownRows).next()
    reported.push({ ...run, failedRows: value ?? [] })
  }
  const { attachments, attached } = await attachAll(trx, messagesOf('importReport', lang).failedFile, runs)
  const report = composeReport(lang, owner?.name ?? '', reported, attached)
  await queueMail(trx, {
    ...recipient,
    ...report,
    attachments,
    ...(mail.message_id === null ? {} : { inReplyTo: mail.message_id, references: [mail.message_id] }),
  })
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
