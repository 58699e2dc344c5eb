import type { BuildInput } from '@guidebook/contracts'
import { paperOf } from '../book/frame-of.ts'
import type { DrawingSources } from '../build/build-context.ts'
import type { SanitisedDraft } from '../content/sanitise-draft.ts'
import { type PreparedGround, prepareGrounds } from './prepare-grounds.ts'

/** What lies beneath the maps of the book that will be printed of a draft. */
export async function bookGrounds(
  input: BuildInput,
  draft: SanitisedDraft,
  sources: DrawingSources & { signal: AbortSignal },
): Promise<PreparedGround[]> {
  const { account, artifacts, renderer, grounds } = sources
  if (grounds === null) return []
  const windows = await renderer.run('mapWindows', { draft, paper: paperOf(input) })
  const find = (ingredients: string[]) => artifacts.find(account, ingredients)
  return await prepareGrounds(windows, { ...sources, grounds, find })
}
