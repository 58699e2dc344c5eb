/**
 * The rows in the order of what was asked, null where there is none: `place` is that of the question, from 1, as
 * `unnest(…) WITH ORDINALITY` counts them.
 */
export function inPlaces<Row extends object>(
  asked: number,
  rows: readonly (Row & { place: number })[],
): (Omit<Row, 'place'> | null)[] {
  const found: (Omit<Row, 'place'> | null)[] = Array.from({ length: asked }, () => null)
  for (const { place, ...row } of rows) found[place - 1] = row
  return found
}
