/** Descriptions are HTML. If a description has only paragraphs and line breaks, people edit it as plain text; otherwise they edit the HTML. */
const tags = /<(\/?)(p|br)\s*\/?>/gi

export const isPlain = (html: string): boolean => !/<[^>]*>/.test(html.replaceAll(tags, ''))

export function toText(html: string): string {
  return html
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll(/<br\s*\/?>/gi, '\n')
    .replaceAll(/<\/p>\s*<p>/gi, '\n\n')
    .replaceAll(tags, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trim()
}

export function toHtml(text: string): string {
  const escaped = text.trim().replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  if (escaped === '') return ''
  return escaped
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`)
    .join('')
}

/** Any HTML as text with line breaks, for display. `DOMParser` runs no scripts. */
export function toDisplay(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const element of body.querySelectorAll('script, style')) element.remove()
  for (const element of body.querySelectorAll('br')) element.replaceWith('\n')
  for (const element of body.querySelectorAll('p, div, li, h1, h2, h3, h4, h5, h6')) element.append('\n')
  return (body.textContent ?? '').trim()
}
