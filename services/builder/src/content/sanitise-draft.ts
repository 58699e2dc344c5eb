import { sanitiseHtml } from '../html/sanitise-html.ts'
import type { Draft, DraftSection } from './draft.ts'

export interface SanitisedDraft {
  draft: Draft
  /** Items of whose text something was left out that a reader would miss. */
  leftOut: { externalId: string | null; pointer: string | null; elements: string[] }[]
}

/** The draft with all its HTML reduced to what may be shown. */
export function sanitiseDraft(draft: Draft): SanitisedDraft {
  const leftOut: SanitisedDraft['leftOut'] = []
  const clean = (
    html: string,
    { externalId, pointer }: Pick<SanitisedDraft['leftOut'][number], 'externalId' | 'pointer'>,
  ) => {
    const { html: sanitised, leftOut: elements } = sanitiseHtml(html)
    if (elements.length > 0) leftOut.push({ externalId, pointer, elements })
    return sanitised
  }
  const item = <Item extends { html: string; externalId: string; pointer: string | null }>(one: Item): Item => ({
    ...one,
    html: clean(one.html, one),
  })
  const section = <Section extends DraftSection>(part: Section): Section => ({
    ...part,
    routes: part.routes.map(item),
    pois: part.pois.map(item),
    texts: part.texts.map(item),
    accommodations: part.accommodations.map(item),
  })
  return {
    draft: {
      ...draft,
      html: clean(draft.html, { externalId: null, pointer: null }),
      stages: draft.stages.map(section),
      general: section(draft.general),
    },
    leftOut,
  }
}
