/** Entries of the log in the language of their reader. */
import type { IncomingHttpHeaders } from 'node:http'
import { formatMessage, messagesOf, requestedLanguage } from '@guidebook/messages'
import { detailOf, isRetried, itemOf, type LoggedEntry } from './audit-details.ts'
import { buildProblemTexts, textByCode } from './text-by-code.ts'

/** The sentence of an entry. */
export type TellEntry = (entry: LoggedEntry & { code: string | null; message: string }) => string

/** English is the stored sentence; other languages say the same by action, by the fields of the entry, and by the problem of a build. */
export function auditTextsFor(headers: IncomingHttpHeaders): TellEntry {
  const lang = requestedLanguage(headers)
  if (lang === 'en') return ({ message }) => message
  const actions = messagesOf('auditActions', lang) as Readonly<Record<string, unknown>>
  const plain = Object.fromEntries(
    Object.entries(actions).filter((one): one is [string, string] => typeof one[1] === 'string'),
  )
  const problems = buildProblemTexts(lang)
  return (entry) => {
    const { action, code } = entry
    if (action === 'build.failed') {
      const failure = textByCode(problems, code, 'other-failure')
      if (!isRetried(entry)) return failure
      return formatMessage('auditActions', lang, { id: 'build.failed.retried', values: { failure } })
    }
    if (action === 'build.warning') {
      const item = itemOf(entry)
      const problem = textByCode(problems, code, 'other')
      return item === null ? problem : `${item}: ${problem}`
    }
    const detail = detailOf(entry, lang)
    return detail === null ? textByCode(plain, action, 'other') : formatMessage('auditActions', lang, detail)
  }
}
