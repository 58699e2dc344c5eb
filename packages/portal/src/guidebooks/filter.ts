/** The search and the order of the list of guidebooks, as in the address. Unknown values are ignored. */
export const sorts = ['title', '-title', '-changed', '-created', 'created', 'customId'] as const

export interface GuidebookFilter {
  q?: string
  sort?: (typeof sorts)[number]
}

export function readGuidebookFilter({ q, sort }: Record<string, unknown>): GuidebookFilter {
  const order = sorts.find((one) => one === sort)
  // The router reads digits as a number.
  const words = typeof q === 'string' || typeof q === 'number' ? String(q).slice(0, 200) : ''
  return { ...(words !== '' && { q: words }), ...(order !== undefined && { sort: order }) }
}
