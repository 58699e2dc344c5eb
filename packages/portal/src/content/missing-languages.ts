type ByLanguage = Readonly<Record<string, string>>

/** Languages in which one part is missing while another language has it. */
export function missingLanguages(names: ByLanguage, descriptions: ByLanguage): string[] {
  const languages = [...new Set([...Object.keys(names), ...Object.keys(descriptions)])]
  const lacks = (part: ByLanguage, language: string) => Object.keys(part).length > 0 && (part[language] ?? '') === ''
  return languages.filter((language) => lacks(names, language) || lacks(descriptions, language))
}
