/** Entries of the log in the language of their reader. */
import type { IncomingHttpHeaders } from 'node:http'
import { acceptedLanguages, chooseLanguage, messagesOf } from '@guidebook/messages'

/** The sentence of an entry. */
export type TellEntry = (entry: { action: string; code: string | null; message: string }) => string

/** English is the stored sentence, which names values; other languages say what the action means, or the problem of a build. */
export function auditTextsFor(headers: IncomingHttpHeaders): TellEntry {
  const lang = chooseLanguage(...acceptedLanguages(headers['accept-language']))
  if (lang === 'en') return ({ message }) => message
  const actions: Readonly<Record<string, string>> = messagesOf('auditActions', lang)
  const problems: Readonly<Record<string, string>> = messagesOf('buildProblems', lang)
  return ({ action, code }) => {
    if (action === 'build.failed') return textOf(problems, code, 'other-failure')
    if (action === 'build.warning') return textOf(problems, code, 'other')
    return textOf(actions, action, 'other')
  }
}

const textOf = (texts: Readonly<Record<string, string>>, name: string | null, otherwise: string): string =>
  (name !== null && Object.hasOwn(texts, name) ? texts[name] : texts[otherwise]) ?? otherwise
