/** An address that a page may lead to: http or https and nothing else; null for all others. */
export function webAddress(text: string | null): string | null {
  const url = text === null ? null : URL.parse(text)
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : null
}
