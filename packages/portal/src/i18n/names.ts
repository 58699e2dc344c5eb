/** The texts of a guide are in several languages. Chooses one: the reader's, else English, else the first. */
export function nameOf(
  names: Readonly<Record<string, string>>,
  language: string,
  fallback: string | null = null,
): string {
  return names[language] ?? names.en ?? Object.values(names)[0] ?? fallback ?? ''
}
