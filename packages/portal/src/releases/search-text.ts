/** What a text in the search field names. */

export const isCode = (text: string): boolean => /^[1-9]\d{0,15}$/.test(text)

/** The link in the address of a trip, of its page or of a file of it; null for any other text. */
export const linkIn = (text: string): string | null => /\/t\/([^/?#\s]+)/.exec(text)?.[1] ?? null
