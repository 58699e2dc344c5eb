import { queueMail, storedAccount } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { MailRow } from '../mail/queries.ts'
import { createRunQueries, type RunRow } from '../run/queries.ts'
import { composeReport, type ReportedRun } from './compose-report.ts'
import { wordsFor } from './words.ts'

type Answered = Pick<MailRow, 'sender' | 'subject' | 'message_id' | 'account'>

/** Answers the sender with what became of each file, in the transaction that ends the mail: one answer per mail. */
export const queueReport = async (trx: Knex.Transaction, mail: Answered, runs: readonly RunRow[]): Promise<void> => {
  const queries = createRunQueries(trx)
  const reported: ReportedRun[] = []
  for (const run of runs) reported.push({ run, rows: await queries.rows(run.id) })
  await answer(trx, mail, (words, name) => composeReport(words, name, reported))
}

/** Answers that nothing could be done with the mail, and why. */
export const queueRefusal = async (trx: Knex.Transaction, mail: Answered, reason: string): Promise<void> => {
  const run = { file_name: null, test: false, state: 'failed' as const, reason, dialect: null, header: null }
  await answer(trx, mail, (words, name) => composeReport(words, name, [{ run, rows: [] }]))
}

const answer = async (
  trx: Knex.Transaction,
  mail: Answered,
  compose: (words: ReturnType<typeof wordsFor>, name: string) => ReturnType<typeof composeReport>,
): Promise<void> => {
  if (mail.sender === null) return
  const owner = mail.account === null ? null : await storedAccount(trx, mail.account)
  const words = wordsFor(owner?.defaultLang)
  const report = compose(words, owner?.name ?? '')
  await queueMail(trx, {
    to: mail.sender,
    subject: words.subject(mail.subject ?? ''),
    text: report.text,
    html: report.html,
    attachments: report.attachments,
    autoSubmitted: 'auto-replied',
    ...(mail.message_id === null ? {} : { inReplyTo: mail.message_id, references: [mail.message_id] }),
  })
}
