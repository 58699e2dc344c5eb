import type { IncomingHttpHeaders } from 'node:http'
import { formatMessage, type Language, type MessageRef, requestedLanguage } from '@guidebook/messages'

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

export const explainIn =
  (lang: Language): Explain =>
  (explanation) =>
    formatMessage('importExplanations', lang, explanation)

/** Without a language in the request, the sentence is English. */
export const explainFor = (headers: IncomingHttpHeaders): Explain => explainIn(requestedLanguage(headers))

export const inEnglish = explainIn('en')
