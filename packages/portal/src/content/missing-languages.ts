type ByLanguage = Readonly<Record<string, string>>

/** Languages in which one part is missing while another language has it. The API allows empty texts, which are missing, too. */
export function missingLanguages(names: ByLanguage, descriptions: ByLanguage): string[] {
  const languages = [...new Set([...Object.keys(names), ...Object.keys(descriptions)])]
  const isBlank = (text = '') => text.trim() === ''
  const lacks = (part: ByLanguage, language: string) =>
    isBlank(part[language]) && !Object.values(part).every((text) => isBlank(text))
  return languages.filter((language) => lacks(names, language) || lacks(descriptions, language))
}
