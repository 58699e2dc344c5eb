import sanitize from 'sanitize-html'
import { createNestingGuard, NestingTooDeepError } from './nesting-guard.ts'

/**
 * What a description may hold when it is shown: text with structure and links, nothing that loads, runs or styles.
 * The page and the roadbook print exactly these.
 */
export const allowedTags = [
  'p',
  'br',
  'hr',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'li',
  'dl',
  'dt',
  'dd',
  'blockquote',
  'pre',
  'code',
  'strong',
  'b',
  'em',
  'i',
  'u',
  's',
  'sub',
  'sup',
  'small',
  'mark',
  'a',
  'table',
  'caption',
  'thead',
  'tbody',
  'tfoot',
  'tr',
  'th',
  'td',
] as const

/** Elements whose absence a reader would notice: leaving one out is told to the operator. */
const missed = new Set(['img', 'picture', 'svg', 'iframe', 'video', 'audio', 'object', 'embed', 'form', 'canvas'])

/** Deeper elements are taken out and their text stays: no reader needs them, and renderers recurse. */
const nestingLimit = 40

/** What an element costs when it is printed, in paragraphs: typesetting a list or table takes several times their time and memory. */
const markupCost = new Map<string, number>([
  ...[...allowedTags, 'h1', 'h2'].map((tag) => [tag, 1] as const),
  ...['ul', 'ol', 'li'].map((tag) => [tag, 3] as const),
  ...['table', 'tr', 'th', 'td'].map((tag) => [tag, 2] as const),
])

export interface SanitisedHtml {
  html: string
  /** Names of the elements that were left out and would have been seen, each once, sorted. */
  leftOut: string[]
  /** What its markup costs, in paragraphs. */
  markup: number
  /** It has too much markup, and `html` is its text without any. */
  isPlain: boolean
}

class TooMuchMarkupError extends Error {
  override readonly name = 'TooMuchMarkupError'
}

/**
 * Reduces HTML from an operator to the allow-list. Text is never lost, except that of elements which hold no text for
 * readers (`script`, `style`, …). Headings move down two levels: those above belong to the book. Plain text passes as it is.
 * Elements that nest too deep, or whose markup costs more than `mostMarkup`, are reduced to plain text: the time is linear in the length.
 */
export function sanitiseHtml(dirty: string, mostMarkup = Number.POSITIVE_INFINITY): SanitisedHtml {
  try {
    return sanitiseMarkup(dirty, mostMarkup)
  } catch (error) {
    if (!(error instanceof NestingTooDeepError || error instanceof TooMuchMarkupError)) throw error
    return { ...sanitiseMarkup(withoutTags(dirty), 0), isPlain: true }
  }
}

/** Every tag ends at the next angle bracket, so that no character is looked at twice. */
const withoutTags = (html: string): string => html.replaceAll(/<[/!?]?[a-z-][^<>]*>?/gi, ' ').replaceAll(/\s+/g, ' ')

function sanitiseMarkup(dirty: string, mostMarkup: number): SanitisedHtml {
  const leftOut = new Set<string>()
  const nesting = createNestingGuard()
  let markup = 0
  const html = sanitize(dirty, {
    allowedTags: [...allowedTags],
    allowedAttributes: { a: ['href'], ol: ['start'], td: ['colspan', 'rowspan'], th: ['colspan', 'rowspan'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    nonTextTags: [
      'script',
      'style',
      'textarea',
      'option',
      'noscript',
      'template',
      'title',
      'head',
      'iframe',
      'object',
      'svg',
    ],
    nestingLimit,
    parseStyleAttributes: false,
    transformTags: { h1: 'h3', h2: 'h4', h3: 'h5', h4: 'h6', h5: 'h6', a: absoluteLink, ol: wholeNumber('start') },
    onOpenTag: (name) => {
      nesting.opened()
      markup += markupCost.get(name) ?? 0
      if (markup > mostMarkup) throw new TooMuchMarkupError(`the markup costs more than ${mostMarkup}`)
      if (missed.has(name)) leftOut.add(name)
    },
    onCloseTag: () => nesting.closed(),
  })
  return { html: html.trim(), leftOut: [...leftOut].sort(), markup, isPlain: false }
}

/** A relative link leads nowhere from a page of ours or from paper: its text stays, the link goes. */
const absoluteLink: sanitize.Transformer = (tagName, { href }) => ({
  tagName,
  attribs: href !== undefined && /^(https?:\/\/|mailto:|tel:)/i.test(href.trim()) ? { href: href.trim() } : {},
})

const wholeNumber =
  (attribute: string): sanitize.Transformer =>
  (tagName, { [attribute]: value }) => ({
    tagName,
    attribs: value && /^\d{1,4}$/.test(value) ? { [attribute]: value } : {},
  })
