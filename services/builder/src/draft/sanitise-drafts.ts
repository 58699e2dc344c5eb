import { type Draft, mapHtml, type SanitisedDraft } from '../book/draft.ts'
import type { SanitisedText } from '../html/sanitise-texts.ts'
import type { Warnings } from '../outcome/warnings.ts'
import type { RenderTaskRunner } from '../render/renderer.ts'
import { reportTextResults, type TextResult } from './text-warnings.ts'

/** Milliseconds. The budgets of `sanitiseTexts` keep the task to about five seconds on a slow core. */
const timeoutMs = 20_000

/** Sanitises the release's draft and those of its other languages, and warns about texts that are not shown whole. */
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

/** Sanitises each distinct text of a draft once, in a worker. */
async function sanitiseDraft(
  draft: Draft,
  renderer: RenderTaskRunner,
): Promise<{ draft: SanitisedDraft; results: TextResult[] }> {
  const uses = new Map<string, number>()
  mapHtml(draft, ({ html }) => {
    uses.set(html, (uses.get(html) ?? 0) + 1)
    return html
  })
  const texts = [...uses].map(([html, count]) => ({ html, uses: count }))
  const sanitised = await renderer.run('sanitiseTexts', texts, timeoutMs)
  const byText = new Map(texts.map(({ html }, index) => [html, sanitised[index] as SanitisedText]))
  const results: TextResult[] = []
  const clean = mapHtml(draft, ({ html: dirty, externalId, pointer }) => {
    const { html, ...result } = byText.get(dirty) as SanitisedText
    if (result.leftOut.length > 0 || result.shown !== 'whole') results.push({ externalId, pointer, ...result })
    return html
  })
  return { draft: { ...clean, isSanitised: true }, results }
}
