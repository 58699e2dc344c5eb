import type { BuildInput } from '@guidebook/contracts'
import { paperOf } from '../book/frame-of.ts'
import type { DrawingSources } from './build-context.ts'
import type { SanitisedDraft } from '../book/draft.ts'
import { type PreparedBasemap, prepareBasemaps } from '../basemap/prepare-basemaps.ts'

/** What lies beneath the maps of the book that will be printed of a draft. */
export async function bookBasemaps(
  input: BuildInput,
  draft: SanitisedDraft,
  sources: DrawingSources & { signal: AbortSignal },
): Promise<PreparedBasemap[]> {
  const { account, artifacts, renderer, grounds } = sources
  if (grounds === null) return []
  const windows = await renderer.run('mapWindows', { draft, paper: paperOf(input) })
  const find = (ingredients: string[]) => artifacts.find(account, ingredients)
  return await prepareBasemaps(windows, { ...sources, grounds, find })
}
