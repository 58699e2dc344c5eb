import type { Publication } from '../builds/queries.ts'
import type { Publications } from './publications.ts'

/** Key of the page document in a language, of the release's own without one; null when the trip has no page in it. */
export async function pageKey(
  publications: Publications,
  { generation, artifacts: { page, languages = [] } }: Publication,
  wanted?: string,
): Promise<string | null> {
  if (wanted === undefined) return page.key
  const other = languages.find(({ lang }) => lang === wanted)
  if (other !== undefined) return other.key
  // What is published may still be in the language that the release had before.
  const own = await publications.read({ generation, key: page.key })
  return own.lang === wanted ? page.key : null
}
