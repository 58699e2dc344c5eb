/** The text of a code, or of `otherwise` for a code without one. */
export const textByCode = (texts: Readonly<Record<string, string>>, code: string | null, otherwise: string): string =>
  (code !== null && Object.hasOwn(texts, code) ? texts[code] : texts[otherwise]) ?? otherwise
