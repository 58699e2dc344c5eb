import { Parser } from 'htmlparser2'

export interface Markup {
  /** Where elements begin and end, in order, with what a link leads to. */
  tags: string[]
  /** Something to translate: a letter outside of markup. */
  hasWords: boolean
}

export function readMarkup(html: string): Markup {
  const markup: Markup = { tags: [], hasWords: false }
  const parser = new Parser({
    onopentag: (name, { href = '' }) => void markup.tags.push(`<${name} ${href}>`),
    onclosetag: (name) => void markup.tags.push(`</${name}>`),
    ontext: (text) => {
      markup.hasWords ||= hasLetters(text)
    },
  })
  parser.end(html)
  return markup
}

export const hasLetters = (text: string): boolean => /\p{L}/u.test(text)

export const hasSameMarkup = (html: string, other: string): boolean =>
  readMarkup(html).tags.join('') === readMarkup(other).tags.join('')
