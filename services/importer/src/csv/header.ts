/** A column name for comparisons: without case, spaces, byte order marks, quotes and invisible characters. */
export const normalisedName = (name: string): string =>
  name
    .replace(/[\s\p{Cf}"']/gu, '')
    .normalize('NFC')
    .toLowerCase()

/** The names that belong to more than one column. */
export const repeatedNames = (header: readonly string[], wanted: readonly string[]): string[] => {
  const counts = new Map<string, number>()
  for (const name of header.map(normalisedName)) counts.set(name, (counts.get(name) ?? 0) + 1)
  return wanted.filter((name) => (counts.get(normalisedName(name)) ?? 0) > 1)
}
