/** Name and description in each language, while they are edited. */
export interface TextDraft {
  language: string
  name: string
  /** HTML, as stored until it changes. */
  description: string
}

type ByLanguage = Readonly<Record<string, string>>

export function draftsOf(names: ByLanguage, descriptions: ByLanguage): TextDraft[] {
  const languages = [...new Set([...Object.keys(names), ...Object.keys(descriptions)])]
  return languages.map((language) => {
    return { language, name: names[language] ?? '', description: descriptions[language] ?? '' }
  })
}

/** Empty fields are not stored. */
export function textsOf(drafts: readonly TextDraft[]): {
  names: Record<string, string>
  descriptions: Record<string, string>
} {
  const names = drafts.filter(({ name }) => name.trim() !== '').map(({ language, name }) => [language, name.trim()])
  const descriptions = drafts
    .filter(({ description }) => description.trim() !== '')
    .map(({ language, description }) => [language, description])
  return { names: Object.fromEntries(names), descriptions: Object.fromEntries(descriptions) }
}

/** Whether saving the drafts would change nothing. */
export function isUnchanged(drafts: readonly TextDraft[], names: ByLanguage, descriptions: ByLanguage): boolean {
  const texts = textsOf(drafts)
  const begin = draftsOf(names, descriptions)
  // As if they had been saved here: the API allows empty texts, and names with spaces around them.
  const stored = textsOf(begin)
  const keepsLanguages = begin.every(({ language }) => drafts.some((draft) => draft.language === language))
  return keepsLanguages && isSame(texts.names, stored.names) && isSame(texts.descriptions, stored.descriptions)
}

const isSame = (one: ByLanguage, other: ByLanguage): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([language, text]) => other[language] === text)

/** The field of the API that has the names. */
export type TextField = 'names' | 'titles'

export const textPointers = (drafts: readonly TextDraft[], field: TextField = 'names'): string[] => [
  ...drafts.flatMap(({ language }) => [`/${field}/${language}`, `/descriptions/${language}`]),
  `/${field}`,
]
