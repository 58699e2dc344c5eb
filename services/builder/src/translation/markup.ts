import { Parser } from 'htmlparser2'
import { createNestingGuard, NestingTooDeepError } from '../html/nesting-guard.ts'

export interface Markup {
  /** Where elements begin and end, in order, with what a link leads to. */
  tags: string[]
  /** Something to translate: a letter outside of markup. */
  hasWords: boolean
}

/** A text that nests too many elements has nothing to translate: it is going to be shown without its markup. */
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
    if (error instanceof NestingTooDeepError) return { tags: [], hasWords: false }
    throw error
  }
}

export const hasLetters = (text: string): boolean => /\p{L}/u.test(text)

export const hasSameMarkup = (html: string, other: string): boolean =>
  readMarkup(html).tags.join('') === readMarkup(other).tags.join('')
