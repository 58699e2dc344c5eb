/** Fills in and encodes `{name}` of the path; leaves out undefined fields of the query. Throws a TypeError for a parameter that is no segment. */
export function requestUrl(base: string, path: string, params: object = {}, query: object = {}): string {
  const values = new Map(Object.entries(params))
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(name, values.get(name)))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return `${base}${filled}${search.size === 0 ? '' : `?${search}`}`
}

function segment(name: string, value: unknown): string {
  const text = String(value ?? '')
  // URL parsers resolve dot segments: the call would reach another path.
  if (text === '' || text === '.' || text === '..') throw new TypeError(`${name} must not be empty, "." or ".."`)
  return encodeURIComponent(text)
}
