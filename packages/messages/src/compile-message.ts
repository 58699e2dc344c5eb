import { IntlMessageFormat } from 'intl-messageformat'

export type Values = Readonly<Record<string, string | number>>
/** The values of a message by its declared arguments; see `arguments.ts`. */
export type ValuesOf<Named> = {
  readonly [Name in keyof Named]: Named[Name] extends 'number' ? number : string | number
}
export type CompiledMessage = (values: Values) => string

/** A message that the build of the portal has parsed. */
export type ParsedMessage = Exclude<ConstructorParameters<typeof IntlMessageFormat>[0], string>

export function compileMessage(text: string | ParsedMessage, language: string): CompiledMessage {
  // Messages are plain text: the caller escapes them for HTML.
  const format = new IntlMessageFormat(text, language, undefined, { ignoreTag: true })
  return (values) => String(format.format(values))
}
