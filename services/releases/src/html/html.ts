import escapeHtml from 'escape-html'

/** HTML that is safe to be put into a page as it is. */
export interface Html {
  readonly html: string
}

type Part = Html | string | number | null | false | readonly Part[]

/** Marks text as HTML: only for sanitised texts and our own drawings. */
export const trusted = (html: string): Html => ({ html })

/**
 * HTML from a template: values are escaped, except HTML. Lists are joined; null and false are omitted. Values may be in text and in quoted
 * attributes.
 */
export const html = (strings: TemplateStringsArray, ...values: readonly Part[]): Html => ({
  html: String.raw({ raw: strings }, ...values.map(render)),
})

function render(value: Part): string {
  if (value === null || value === false) return ''
  if (typeof value === 'string') return escapeHtml(value)
  if (typeof value === 'number') return String(value)
  return 'html' in value ? value.html : value.map(render).join('')
}

/** An address that a page may link: only http and https; null for others. */
export function webAddress(text: string | null): string | null {
  const url = text === null ? null : URL.parse(text)
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : null
}
