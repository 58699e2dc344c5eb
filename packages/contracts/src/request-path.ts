/** The path and query of a call: `{name}` filled in and encoded, undefined parameters left out, lists repeated. */
export function requestPath(
  template: string,
  params: Readonly<Record<string, unknown>> = {},
  query: Readonly<Record<string, unknown>> = {},
): string {
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined || value === '') throw new TypeError(`path parameter ${name} of ${template} is missing`)
    return encodeURIComponent(String(value))
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const item of [value].flat()) if (item !== undefined) search.append(name, String(item))
  }
  return search.size === 0 ? path : `${path}?${search}`
}
