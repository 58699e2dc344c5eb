import type { IncomingHttpHeaders } from 'node:http'
import {
  acceptedLanguages,
  chooseLanguage,
  formatMessage,
  type Language,
  type MessageRef,
  messagesOf,
} from '@guidebook/messages'

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

/** Explanations without values, by their English sentence: reasons of quarantine were stored as such before they had names. */
const bySentence = new Map(
  Object.entries(messagesOf('importExplanations', 'en')).flatMap(([id, text]) =>
    typeof text === 'string' ? [[text, { id } as Explanation] as const] : [],
  ),
)

const recognised = (explanation: Explanation): Explanation =>
  explanation.id === 'text' ? (bySentence.get(String(explanation.values.text)) ?? explanation) : explanation

/** Formats explanations in the language of their reader. */
export type Explain = (explanation: Explanation) => string

export const explainIn =
  (lang: Language): Explain =>
  (explanation) =>
    formatMessage('importExplanations', lang, recognised(explanation))

/** Without a language in the request, the sentence is English. */
export const explainFor = (headers: IncomingHttpHeaders): Explain =>
  explainIn(chooseLanguage(...acceptedLanguages(headers['accept-language'])))

export const inEnglish = explainIn('en')
