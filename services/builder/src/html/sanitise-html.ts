import sanitize from 'sanitize-html'

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

export interface SanitisedHtml {
  html: string
  /** Names of the elements that were left out and would have been seen, each once, sorted. */
  leftOut: string[]
}

/**
 * Reduces HTML from an operator to the allow-list. Text is never lost, except that of elements which hold no text for
 * readers (`script`, `style`, …). Headings move down two levels: those above belong to the book. Plain text passes as it is.
 */
export function sanitiseHtml(dirty: string): SanitisedHtml {
  const leftOut = new Set<string>()
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
      if (missed.has(name)) leftOut.add(name)
    },
  })
  return { html: html.trim(), leftOut: [...leftOut].sort() }
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
