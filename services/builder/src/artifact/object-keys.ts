import type { Artifacts } from '@guidebook/contracts'

/** The distinct keys of all objects of a release. */
export function objectKeys({ pdf, gpx, page, languages = [], images, bundle, icons = [] }: Artifacts): string[] {
  const parts = [pdf, page, ...languages, bundle, gpx?.zip ?? null, ...(gpx?.files ?? []), ...images, ...icons]
  return [...new Set(parts.flatMap((part) => (part ? [part.key] : [])))]
}
