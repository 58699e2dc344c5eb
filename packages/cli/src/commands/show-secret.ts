import { type Cell, fields } from '../output/layout.ts'
import type { Paint } from '../output/paint.ts'

/** Puts the secret on a separate line, so that it is easy to copy. */
export const showSecret = (
  title: string,
  secret: string,
  details: readonly (readonly [string, Cell])[],
  paint: Paint,
): string => [paint.strong(title), '', `  ${paint.good(secret)}`, '', fields(details, paint)].join('\n')
