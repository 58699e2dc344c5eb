import { Parser } from 'htmlparser2'
import { createNestingGuard, TooComplexHtmlError } from '../html/nesting-guard.ts'

export interface Markup {
  /** Start and end tags in order; links with their target. */
  tags: string[]
  /** Whether there is a letter outside of markup, so something to translate. */
  hasWords: boolean
}

/** A text that nests too many elements counts as empty, since it is shown without markup. */
export function readMarkup(html: string): Markup {
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
    if (error instanceof TooComplexHtmlError) return { tags: [], hasWords: false }
    throw error
  }
}

export const hasLetters = (text: string): boolean => /\p{L}/u.test(text)

export const hasSameMarkup = (html: string, other: string): boolean =>
  readMarkup(html).tags.join('') === readMarkup(other).tags.join('')
