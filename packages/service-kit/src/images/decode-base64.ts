import { decodedLength } from '../http/read-base64.ts'

/**
 * Decodes Base64 (RFC 4648), with or without line breaks and padding; null for anything else. Node skips other characters, which makes
 * the result shorter: comparing lengths is much faster than checking each character first.
 */
export function decodeBase64(text: string): Buffer | null {
  const plain = /[\r\n]/.test(text) ? text.replaceAll(/[\r\n]/g, '') : text
  const bytes = Buffer.from(plain, 'base64')
  return bytes.length === decodedLength(plain) ? bytes : null
}
