/** Name and description in each language, while they are edited. */
import { isPlain, toHtml, toText } from './rich-text.ts'

export interface TextDraft {
  language: string
  name: string
  description: string
  /** The description is HTML that plain text cannot express. */
  isHtml: boolean
}

type ByLanguage = Readonly<Record<string, string>>

export function draftsOf(names: ByLanguage, descriptions: ByLanguage): TextDraft[] {
  const languages = [...new Set([...Object.keys(names), ...Object.keys(descriptions)])]
  return languages.map((language) => {
    const html = descriptions[language] ?? ''
    const isHtml = !isPlain(html)
    return { language, name: names[language] ?? '', description: isHtml ? html : toText(html), isHtml }
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
    .map(({ language, description, isHtml }) => [language, isHtml ? description : toHtml(description)])
  return { names: Object.fromEntries(names), descriptions: Object.fromEntries(descriptions) }
}

/** The field of the API that has the names. */
export type TextField = 'names' | 'titles'

export const textPointers = (drafts: readonly TextDraft[], field: TextField = 'names'): string[] => [
  ...drafts.flatMap(({ language }) => [`/${field}/${language}`, `/descriptions/${language}`]),
  `/${field}`,
]
