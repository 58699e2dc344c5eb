/** Any HTML as text with line breaks, for display. `DOMParser` runs no scripts. */
export function toDisplay(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const element of body.querySelectorAll('script, style')) element.remove()
  for (const element of body.querySelectorAll('br')) element.replaceWith('\n')
  for (const element of body.querySelectorAll('p, div, li, h1, h2, h3, h4, h5, h6')) element.append('\n')
  return (body.textContent ?? '').trim()
}
