/** The search in a library, as in the address. Unknown values are ignored. */
import { searchWords } from '../ui/search-words.ts'
import { kinds } from './kinds.ts'

export interface ItemFilter {
  q?: string
  kind?: (typeof kinds)[number]
}

export function readItemFilter({ q, kind }: Record<string, unknown>): ItemFilter {
  const known = kinds.find((one) => one === kind)
  const words = searchWords(q)
  return { ...(words !== '' && { q: words }), ...(known !== undefined && { kind: known }) }
}
