/** The name of a language in another language, as within a sentence; its code when the name is unknown. */
export const languageName = (language: string, within: string): string =>
  new Intl.DisplayNames([within], { type: 'language', fallback: 'code' }).of(language) ?? language

/** The name of a language in itself, as in a list; its code when the name is unknown. */
export function ownName(language: string): string {
  const name = languageName(language, language)
  if (name === language) return name
  const [first = ''] = name
  return first.toLocaleUpperCase(language) + name.slice(first.length)
}
