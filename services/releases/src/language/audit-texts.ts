/** Entries of the log in the language of their reader. */
import type { IncomingHttpHeaders } from 'node:http'
import { messagesOf, requestedLanguage } from '@guidebook/messages'
import { textByCode } from './text-by-code.ts'

/** The sentence of an entry. */
export type TellEntry = (entry: { action: string; code: string | null; message: string }) => string

/** English is the stored sentence, which names values; other languages say what the action means, or the problem of a build. */
export function auditTextsFor(headers: IncomingHttpHeaders): TellEntry {
  const lang = requestedLanguage(headers)
  if (lang === 'en') return ({ message }) => message
  const actions: Readonly<Record<string, string>> = messagesOf('auditActions', lang)
  const problems: Readonly<Record<string, string>> = messagesOf('buildProblems', lang)
  return ({ action, code }) => {
    if (action === 'build.failed') return textByCode(problems, code, 'other-failure')
    if (action === 'build.warning') return textByCode(problems, code, 'other')
    return textByCode(actions, action, 'other')
  }
}
