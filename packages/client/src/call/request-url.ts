/** The address of a call: `{name}` of the path filled in and encoded, fields of the query that are undefined left out. */
export function requestUrl(base: string, path: string, params: object = {}, query: object = {}): string {
  const values = new Map(Object.entries(params))
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(name, values.get(name)))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return `${base}${filled}${search.size === 0 ? '' : `?${search}`}`
}

function segment(name: string, value: unknown): string {
  const text = String(value ?? '')
  // Addresses treat dots as steps up: the call would reach something else.
  if (text === '' || text === '.' || text === '..') throw new TypeError(`${name} must be named, and not by dots alone`)
  return encodeURIComponent(text)
}
