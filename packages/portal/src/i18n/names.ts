/** Chooses a name: in the reader's language, else in English, else the first one. Empty names do not count. */
export function nameOf(
  names: Readonly<Record<string, string>>,
  language: string,
  fallback: string | null = null,
): string {
  const found = [names[language], names.en, ...Object.values(names)].find((name) => (name ?? '').trim() !== '')
  return found ?? fallback ?? ''
}
