/** What a language is called in a language, as it is written within a sentence; its code where that is not known. */
export const languageName = (language: string, within: string): string =>
  new Intl.DisplayNames([within], { type: 'language', fallback: 'code' }).of(language) ?? language

/** What a language calls itself, as it stands in a list; its code where that is not known. */
export function ownName(language: string): string {
  const name = languageName(language, language)
  if (name === language) return name
  const [first = ''] = name
  return first.toLocaleUpperCase(language) + name.slice(first.length)
}
