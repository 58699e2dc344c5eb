/**
 * Decodes Base64 (RFC 4648), with or without line breaks and padding; null for anything else. Node skips other characters, which makes
 * the result shorter: comparing lengths is much faster than checking each character first.
 */
export function decodeBase64(text: string): Buffer | null {
  const plain = /[\r\n]/.test(text) ? text.replaceAll(/[\r\n]/g, '') : text
  const padding = plain.endsWith('==') ? 2 : plain.endsWith('=') ? 1 : 0
  const characters = plain.length - padding
  const bytes = Buffer.from(plain, 'base64')
  return characters % 4 !== 1 && bytes.length === Math.floor((characters * 3) / 4) ? bytes : null
}
