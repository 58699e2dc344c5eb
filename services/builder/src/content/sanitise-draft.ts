import type { SanitisedText } from '../html/sanitise-texts.ts'
import type { RenderTaskRunner } from '../render/renderer.ts'
import type { Draft, DraftSection } from './draft.ts'

/** A draft with all its HTML reduced to what may be shown. The mark goes with it to the workers, which print no other. */
export type SanitisedDraft = Draft & { isSanitised: true }

/** What was done to the text of an item, or of the guidebook itself (no custom ID). */
export type TextResult = Omit<SanitisedText, 'html'> & { externalId: string | null; pointer: string | null }

/** Longest time, milliseconds. The budgets of `sanitiseTexts` keep it to about five seconds of a slow core. */
const longestMs = 20_000

/** Sanitises the texts of a draft in a worker: each once, however often it is shown. */
export async function sanitiseDraft(
  draft: Draft,
  renderer: RenderTaskRunner,
): Promise<{ draft: SanitisedDraft; results: TextResult[] }> {
  const uses = new Map<string, number>()
  mapHtml(draft, ({ html }) => {
    uses.set(html, (uses.get(html) ?? 0) + 1)
    return html
  })
  const texts = [...uses].map(([html, count]) => ({ html, uses: count }))
  const sanitised = await renderer.run('sanitiseTexts', texts, longestMs)
  const byText = new Map(texts.map(({ html }, index) => [html, sanitised[index] as SanitisedText]))
  const results: TextResult[] = []
  const clean = mapHtml(draft, ({ html: dirty, externalId, pointer }) => {
    const { html, ...result } = byText.get(dirty) as SanitisedText
    if (result.leftOut.length > 0 || result.shown !== 'whole') results.push({ externalId, pointer, ...result })
    return html
  })
  return { draft: { ...clean, isSanitised: true }, results }
}

/** A place with HTML: of an item, or of the guidebook itself (no custom ID). */
export interface HtmlPlace {
  html: string
  externalId: string | null
  pointer: string | null
}

/** The same draft with other HTML, in the order of the book. */
export function mapHtml(draft: Draft, map: (place: HtmlPlace) => string): Draft {
  const item = <Item extends HtmlPlace>(one: Item): Item => ({ ...one, html: map(one) })
  const section = <Section extends DraftSection>(part: Section): Section => ({
    ...part,
    routes: part.routes.map(item),
    pois: part.pois.map(item),
    texts: part.texts.map(item),
    accommodations: part.accommodations.map(item),
  })
  return {
    ...draft,
    html: map({ html: draft.html, externalId: null, pointer: null }),
    stages: draft.stages.map(section),
    general: section(draft.general),
  }
}
