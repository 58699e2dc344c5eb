import type { IncomingHttpHeaders } from 'node:http'
import { formatMessage, type Language, type MessageRef, requestedLanguage } from '@guidebook/messages'
import { formatDate } from '@guidebook/messages/dates'

/** Why a file or a row is not imported, as a message that is stored and formatted later, in the language of its reader. */
export type Explanation = MessageRef<'importExplanations'>

/** The names of a section of the explanations: `ambiguous` for `date.ambiguous`. */
export type NameIn<Section extends string> = Explanation['id'] extends infer Id
  ? Id extends `${Section}.${infer Name}`
    ? Name
    : never
  : never

/** A sentence of another service, which is shown as it is in every language. */
export const verbatim = (text: string): Explanation => ({ id: 'text', values: { text } })

/** Formats explanations in the language of their reader. */
export type Explain = (explanation: Explanation) => string

export const explainIn = (lang: Language): Explain => {
  // English is British English: its dates cannot be misread. A day has no time zone: it is read and written in the same one.
  const format = new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, { dateStyle: 'long', timeZone: 'UTC' })
  const written = (name: string, value: string | number) => {
    const instant = days.has(name) ? Date.parse(`${value}T00:00:00Z`) : Number.NaN
    return Number.isNaN(instant) ? value : formatDate(format, instant)
  }
  return (explanation) => {
    const values = 'values' in explanation ? Object.entries(explanation.values) : []
    const shown = Object.fromEntries(values.map(([name, value]) => [name, written(name, value)]))
    return formatMessage('importExplanations', lang, { ...explanation, values: shown } as Explanation)
  }
}

/** Values that are days (`YYYY-MM-DD`), such as `{day}` of `file.same-on-day`. */
const days = new Set(['day', 'departure', 'to', 'start', 'end'])

/** Without a language in the request, the sentence is English. */
export const explainFor = (headers: IncomingHttpHeaders): Explain => explainIn(requestedLanguage(headers))

export const inEnglish = explainIn('en')
