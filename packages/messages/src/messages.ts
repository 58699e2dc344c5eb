import type { messageArguments } from './arguments.ts'
import { type Area, catalogue, chooseLanguage, type English, type Language } from './catalogue.ts'
import type { CompiledMessage, Values, ValuesOf } from './compile-message.ts'
import { compileTexts } from './compile-texts.ts'

type Arguments = typeof messageArguments

/** The messages of an area: text, or a function of the values to insert. */
export type Messages<Of extends Area> = {
  readonly [Name in keyof English[Of]]: Name extends keyof Arguments[Of]
    ? (values: ValuesOf<Arguments[Of][Name]>) => string
    : string
}

/** A message to store now and to format when its reader's language is known: its name, and its values if it has any. JSON. */
export type MessageRef<Of extends Area> = {
  readonly [Name in keyof Messages<Of>]: Messages<Of>[Name] extends (values: infer Values) => string
    ? { readonly id: Name; readonly values: Values }
    : { readonly id: Name }
}[keyof Messages<Of>]

type Texts = Readonly<Record<string, string | CompiledMessage>>

const loaded = new Map<string, Texts>()

/** The messages of an area in the language, in English if they do not exist in that language. */
export function messagesOf<Of extends Area>(area: Of, lang: string): Messages<Of> {
  return textsOf(area, chooseLanguage(lang)) as Messages<Of>
}

/** The text of a stored message. Its name, if this version does not have the message. */
export function formatMessage<Of extends Area>(area: Of, lang: string, message: MessageRef<Of>): string {
  const { id, values = {} } = message as { id: string; values?: Values }
  const text = textsOf(area, chooseLanguage(lang))[id] ?? id
  return typeof text === 'string' ? text : text(values)
}

function textsOf(area: Area, language: Language): Texts {
  const key = `${area} ${language}`
  let texts = loaded.get(key)
  if (texts === undefined) {
    texts = compileTexts(catalogue[language][area], language) as Texts
    loaded.set(key, texts)
  }
  return texts
}
