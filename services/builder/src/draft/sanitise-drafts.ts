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
  /** Sanitises each distinct text once, in a worker. */
  const sanitise = async (dirty: Draft, lang: string | null): Promise<SanitisedDraft> => {
    const uses = new Map<string, number>()
    mapHtml(dirty, ({ html }) => {
      uses.set(html, (uses.get(html) ?? 0) + 1)
      return html
    })
    const texts = [...uses].map(([html, count]) => ({ html, uses: count }))
    const sanitised = await renderer.run('sanitiseTexts', texts, timeoutMs)
    const byText = new Map(texts.map(({ html }, index) => [html, sanitised[index] as SanitisedText]))
    const results: TextResult[] = []
    const clean = mapHtml(dirty, ({ html: text, externalId, pointer }) => {
      const { html, ...result } = byText.get(text) as SanitisedText
      if (result.leftOut.length > 0 || result.shown !== 'whole') results.push({ externalId, pointer, ...result })
      return html
    })
    report(results, lang)
    return { ...clean, isSanitised: true }
  }
  const own = await sanitise(draft, null)
  const sanitised: SanitisedDraft[] = []
  for (const other of others) sanitised.push(await sanitise(other, other.lang))
  return { draft: own, others: sanitised }
}
