import { type Cell, fields } from '../output/layout.ts'
import type { Paint } from '../output/paint.ts'

/** A secret on a line of its own, so that it is copied whole and without anything else. */
export const showSecret = (
  title: string,
  secret: string,
  beside: readonly (readonly [string, Cell])[],
  paint: Paint,
): string => [paint.strong(title), '', `  ${paint.good(secret)}`, '', fields(beside, paint)].join('\n')
