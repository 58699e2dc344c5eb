import type { BuildWarning } from '@guidebook/contracts'
import { chooseLanguage, messagesOf } from '@guidebook/messages'
import { queueMail } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { AuditNote } from '../audit/queries.ts'
import { html } from '../html/html.ts'
import type { Release } from '../release/release.ts'

/** The message for people, preceded by its item unless it names the item. */
export const sentenceOf = ({ message, externalId }: Pick<BuildWarning, 'message' | 'externalId'>): string =>
  externalId === null || message.includes(externalId) ? message : `${externalId}: ${message}`

export const warningNote = ({ severity, code, message, externalId, pointer }: BuildWarning): AuditNote => ({
  actor: 'builder',
  action: 'build.warning',
  severity,
  message: sentenceOf({ message, externalId }),
  code,
  after: externalId === null && pointer === null ? null : { externalId, pointer },
})

/**
 * Mails the problems of a build to the address that the request of the release named, if any. The mail is in the account's language; its
 * entries are in English, as in the audit log.
 */
export async function mailProblems(
  trx: Knex.Transaction,
  { key, account, email, provider, title, download_code: code }: Release,
  warnings: readonly BuildWarning[],
  outcome: 'published' | 'failed',
): Promise<void> {
  const problems = warnings.filter(({ severity }) => severity !== 'info')
  if (email === null || problems.length === 0) return
  const lang = chooseLanguage(provider.defaultLang)
  const { subject, opening, [outcome]: closing } = messagesOf('buildMail', lang)
  const lines = problems.map((problem) => `${sentenceOf(problem)} (${problem.code})`)
  const start = opening({ title, code })
  const mail = {
    to: email,
    subject: subject({ code }),
    text: `${start}\n\n${lines.map((line) => `- ${line}`).join('\n')}\n\n${closing}\n`,
    html: html`<!doctype html><html lang="${lang}"><body><p>${start}</p><ul>${lines.map(
      (line) => html`<li lang="en">${line}</li>`,
    )}</ul><p>${closing}</p></body></html>`.html,
    autoSubmitted: 'auto-generated',
  } as const
  await queueMail(trx, mail, { about: key, kind: 'build-problems', account })
}
