import sanitize from 'sanitize-html'
import { createNestingGuard, TooComplexHtmlError } from './nesting-guard.ts'

/**
 * Elements of a sanitised description: text with structure and links, nothing that loads, runs or styles. The page shows all of them. The roadbook
 * prints no line for `hr`, and `code`, `small` and `mark` as plain text.
 */
const allowedTags =
  'p br hr h3 h4 h5 h6 ul ol li dl dt dd blockquote pre code strong b em i u s sub sup small mark a table caption thead tbody tfoot tr th td'.split(
    ' ',
  )

/** Elements whose content is not text for readers. */
const nonTextTags = 'script style textarea option noscript template title head iframe object svg'.split(' ')

/** Elements that a reader would miss: leaving one out adds a warning. */
const reportedTags = new Set(['img', 'picture', 'svg', 'iframe', 'video', 'audio', 'object', 'embed', 'form', 'canvas'])

/** Deeper elements are removed and their text stays, since renderers recurse. */
const nestingLimit = 40

/** Cost of typesetting an element, in paragraphs: lists and tables take several times as much time and memory. */
const markupCost = new Map<string, number>([
  ...[...allowedTags, 'h1', 'h2'].map((tag) => [tag, 1] as const),
  ...['ul', 'ol', 'li'].map((tag) => [tag, 3] as const),
  ...['table', 'tr', 'th', 'td'].map((tag) => [tag, 2] as const),
])

/**
 * Reduces an operator's HTML to the allow-list. Text is kept, except in elements without text for readers (`script`, `style`, …). Headings
 * move down two levels, since the upper levels belong to the book. HTML that nests too deep, or whose markup costs more than `mostMarkup`,
 * is reduced to plain text. The time is linear in the length.
 */
export function sanitiseHtml(dirty: string, mostMarkup = Number.POSITIVE_INFINITY) {
  try {
    return sanitiseMarkup(dirty, mostMarkup)
  } catch (error) {
    if (!(error instanceof TooComplexHtmlError)) throw error
    return { ...sanitiseMarkup(withoutTags(dirty), 0), isPlain: true }
  }
}

/** Each tag ends at the next angle bracket, so no character is scanned twice. */
const withoutTags = (html: string): string => html.replaceAll(/<[/!?]?[a-z-][^<>]*>?/gi, ' ').replaceAll(/\s+/g, ' ')

/**
 * `leftOut`: distinct names of the removed elements that a reader would miss, sorted. `markup`: its cost, in paragraphs. `isPlain`: it has too
 * much markup, so `html` is its plain text.
 */
function sanitiseMarkup(dirty: string, mostMarkup: number) {
  const leftOut = new Set<string>()
  const nesting = createNestingGuard()
  let markup = 0
  const html = sanitize(dirty, {
    allowedTags,
    allowedAttributes: { a: ['href'], ol: ['start'], td: ['colspan', 'rowspan'], th: ['colspan', 'rowspan'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    nonTextTags,
    nestingLimit,
    parseStyleAttributes: false,
    transformTags: { h1: 'h3', h2: 'h4', h3: 'h5', h4: 'h6', h5: 'h6', a: absoluteLink, ol: wholeNumber('start') },
    onOpenTag: (name) => {
      nesting.opened()
      markup += markupCost.get(name) ?? 0
      if (markup > mostMarkup) throw new TooComplexHtmlError(`the markup costs more than ${mostMarkup}`)
      if (reportedTags.has(name)) leftOut.add(name)
    },
    onCloseTag: () => nesting.closed(),
  })
  return { html: html.trim(), leftOut: [...leftOut].sort(), markup, isPlain: false }
}

/** Removes relative links, which have no target on the page or on paper; their text stays. */
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
