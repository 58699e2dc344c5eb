import { formatMessage, type MessageRef } from '@guidebook/messages'

/** Why a file or a row is not imported, as a message that is stored and formatted later, in the language of its reader. */
export type Explanation = MessageRef<'importExplanations'>

/** The names of a section of the explanations: `ambiguous` for `date.ambiguous`. */
export type NameIn<Section extends string> = Explanation['id'] extends infer Id
  ? Id extends `${Section}.${infer Name}`
    ? Name
    : never
  : never

/** A sentence that is shown as it is in every language: for support only, or by another service. */
export const verbatim = (text: string): Explanation => ({ id: 'text', values: { text } })

/** The sentence of the interface. */
export const inEnglish = (explanation: Explanation): string => formatMessage('importExplanations', 'en', explanation)
