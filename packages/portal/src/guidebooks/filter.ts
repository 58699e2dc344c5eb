/** The search and the order of the list of guidebooks, as in the address. Unknown values are ignored. */
import { searchWords } from '../ui/search-words.ts'

export const sorts = ['title', '-title', '-changed', '-created', 'created', 'customId'] as const

export interface GuidebookFilter {
  q?: string
  sort?: (typeof sorts)[number]
}

export function readGuidebookFilter({ q, sort }: Record<string, unknown>): GuidebookFilter {
  const order = sorts.find((one) => one === sort)
  const words = searchWords(q)
  return { ...(words !== '' && { q: words }), ...(order !== undefined && { sort: order }) }
}
