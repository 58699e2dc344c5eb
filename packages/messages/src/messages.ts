import { IntlMessageFormat } from 'intl-messageformat'
import type { ArgumentsOf, ValuesOf } from './arguments.ts'
import { type Area, catalogue } from './catalogue.ts'
import { chooseLanguage, type Language } from './languages.ts'

/** The messages of an area: text, or a function of the values to insert. */
export type Messages<Of extends Area> = {
  readonly [Name in keyof English<Of>]: [ArgumentsOf<English<Of>[Name]>] extends [never]
    ? string
    : (values: ValuesOf<English<Of>[Name]>) => string
}
type English<Of extends Area> = (typeof catalogue)[Of]['en']

type Message = string | ((values: Readonly<Record<string, string | number>>) => string)

const compiled = new Map<string, Readonly<Record<string, Message>>>()

/** The messages of an area in the language, in English if they do not exist in that language. Compiled once per area and language. */
export function messagesOf<Of extends Area>(area: Of, lang: string): Messages<Of> {
  const language = chooseLanguage(lang)
  const key = `${area} ${language}`
  let messages = compiled.get(key)
  if (messages === undefined) {
    messages = compile(catalogue[area][language], language)
    compiled.set(key, messages)
  }
  return messages as Messages<Of>
}

const compile = (texts: Readonly<Record<string, string>>, language: Language): Readonly<Record<string, Message>> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, compileMessage(text, language)]))

function compileMessage(text: string, language: Language): Message {
  // Messages are text: whoever puts one into HTML escapes it.
  const format = new IntlMessageFormat(text, language, undefined, { ignoreTag: true })
  return text.includes('{') ? (values) => String(format.format(values)) : String(format.format())
}
