import type { BuildInput } from '@guidebook/contracts'
import { type PreparedBasemap, prepareBasemaps } from '../basemap/prepare-basemaps.ts'
import type { SanitisedDraft } from '../book/draft.ts'
import { paperOf } from '../book/frame-of.ts'
import type { DrawingSources } from './build-context.ts'

/** The basemaps for the printed book of a draft; none if no provider is configured. */
export async function bookBasemaps(
  input: BuildInput,
  draft: SanitisedDraft,
  sources: DrawingSources & { signal: AbortSignal },
): Promise<PreparedBasemap[]> {
  const { account, artifacts, renderer, basemaps } = sources
  if (basemaps === null) return []
  const windows = await renderer.run('mapWindows', { draft, paper: paperOf(input) })
  const find = (ingredients: string[]) => artifacts.find(account, ingredients)
  return await prepareBasemaps(windows, { ...sources, basemaps, find })
}
