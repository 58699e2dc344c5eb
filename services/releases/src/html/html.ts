import escapeHtml from 'escape-html'

/** HTML that is safe to be put into a page as it is. */
export interface Html {
  readonly html: string
}

type Part = Html | string | number | null | false | readonly Part[]

/** Marks text as HTML: only for what is sanitised or drawn by us. */
export const trusted = (html: string): Html => ({ html })

/**
 * HTML from a template: every value is escaped, unless it is HTML itself. Lists are joined; null and false stand for nothing. Values may
 * stand in text and in quoted attributes.
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
