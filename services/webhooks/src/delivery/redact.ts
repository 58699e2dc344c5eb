/** What stands before a secret is kept, so that a reader sees what was there. */
const secrets: readonly RegExp[] = [
  /()whsec_[\w+/=-]+/g,
  /()\bv1a?,[\w+/=-]{20,}/g,
  /()\bgbk_(?:live|test)_\w+/g,
  /()\b(?:Bearer|Basic)\s{1,4}[\w.~+/=-]{8,}/gi,
  /()\beyJ[\w-]+\.[\w-]+\.[\w-]*/g,
  /((?:password|passwd|secret|token|api[_-]?key|authorization)["']?\s{0,4}[:=]\s{0,4}["']?)[^\s"'<>,;&}]+/gi,
]

/**
 * The text without what a receiver may have sent back of its secrets or ours: signing secrets, signatures, API keys, tokens, passwords.
 * Whoever may read deliveries need not be allowed to sign them. A receiver chooses the text, so no pattern may go back over it.
 */
export const redact = (text: string): string =>
  secrets.reduce((rest, pattern) => rest.replace(pattern, '$1[redacted]'), text)
