/**
 * Sorts rows into the order of the `count` keys that were looked up, with null for a key without a row. `place` is the key's number from 1, as
 * `unnest(…) WITH ORDINALITY` counts.
 */
export function alignByOrdinality<Row extends object>(
  count: number,
  rows: readonly (Row & { place: number })[],
): (Omit<Row, 'place'> | null)[] {
  const aligned: (Omit<Row, 'place'> | null)[] = Array.from({ length: count }, () => null)
  for (const { place, ...row } of rows) aligned[place - 1] = row
  return aligned
}
