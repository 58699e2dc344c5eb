import type { Artifacts } from '@guidebook/contracts'

/** The keys of all objects that a release consists of, each once. */
export function objectKeys({ pdf, gpx, page, languages = [], images, bundle, icons = [] }: Artifacts): string[] {
  const parts = [pdf, page, ...languages, bundle, gpx?.zip ?? null, ...(gpx?.files ?? []), ...images, ...icons]
  return [...new Set(parts.flatMap((part) => (part ? [part.key] : [])))]
}
