import { Parser } from 'htmlparser2'
import { createNestingGuard, TooComplexHtmlError } from '../html/nesting-guard.ts'

export interface Markup {
  /** Start and end tags in order; links with their target. */
  tags: string[]
  /** Whether there is a letter outside of markup, so something to translate. */
  hasWords: boolean
}

/** Null for a text that nests too many elements to be parsed; it is shown without markup. */
export function readMarkup(html: string): Markup | null {
  const markup: Markup = { tags: [], hasWords: false }
  const nesting = createNestingGuard()
  const parser = new Parser({
    onopentag: (name, { href = '' }) => {
      nesting.opened()
      markup.tags.push(`<${name} ${href}>`)
    },
    onclosetag: (name) => {
      nesting.closed()
      markup.tags.push(`</${name}>`)
    },
    ontext: (text) => {
      markup.hasWords ||= hasLetters(text)
    },
  })
  try {
    parser.end(html)
    return markup
  } catch (error) {
    if (error instanceof TooComplexHtmlError) return null
    throw error
  }
}

export const hasLetters = (text: string): boolean => /\p{L}/u.test(text)

/** False if one of them nests too many elements. */
export function hasSameMarkup(html: string, other: string): boolean {
  const [markup, others] = [readMarkup(html), readMarkup(other)]
  return markup !== null && others !== null && markup.tags.join('') === others.tags.join('')
}
