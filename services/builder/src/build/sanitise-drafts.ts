import type { Draft } from '../content/draft.ts'
import { type SanitisedDraft, sanitiseDraft } from '../content/sanitise-draft.ts'
import type { RenderTaskRunner } from '../render/renderer.ts'
import { reportTextResults } from './left-out.ts'
import type { Warnings } from './warnings.ts'

/** Sanitises the draft of the release and of its other languages, once for everything that is made of them. */
export async function sanitiseDrafts(
  { draft, others }: { draft: Draft; others: readonly Draft[] },
  renderer: RenderTaskRunner,
  warnings: Warnings,
): Promise<{ draft: SanitisedDraft; others: SanitisedDraft[] }> {
  const report = reportTextResults(warnings)
  const own = await sanitiseDraft(draft, renderer)
  report(own.results, null)
  const sanitised: SanitisedDraft[] = []
  for (const other of others) {
    const { draft: clean, results } = await sanitiseDraft(other, renderer)
    report(results, other.lang)
    sanitised.push(clean)
  }
  return { draft: own.draft, others: sanitised }
}
