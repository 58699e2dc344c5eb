import escapeHtml from 'escape-html'

/** Escapes text for XML 1.0. Characters that XML cannot contain become the replacement character. */
export const escapeXml = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are forbidden in XML 1.0
  escapeHtml(text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd'))
