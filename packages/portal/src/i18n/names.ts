/** Chooses a name: in the reader's language, else in English, else the first one. */
export function nameOf(
  names: Readonly<Record<string, string>>,
  language: string,
  fallback: string | null = null,
): string {
  return names[language] ?? names.en ?? Object.values(names)[0] ?? fallback ?? ''
}
