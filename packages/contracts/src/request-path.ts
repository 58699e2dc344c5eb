/** Fills in and encodes `{name}` of a path; adds the query without undefined parameters, lists as repeated parameters. */
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
