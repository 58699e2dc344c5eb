import { randomBytes } from 'node:crypto'

/** Letters and digits that no one confuses when a link is read aloud or typed from paper (base 58: no 0, O, I, l). */
const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const length = 20

/**
 * A new Trip Link slug: 20 letters of 58, 117 random bits. The slug is the traveller's only secret, so it comes from the
 * system's random source, and bytes that would favour some letters are thrown away.
 */
export function newSlug(): string {
  const fair = 256 - (256 % alphabet.length)
  let slug = ''
  while (slug.length < length) {
    for (const byte of randomBytes(2 * length)) {
      if (byte < fair && slug.length < length) slug += alphabet.charAt(byte % alphabet.length)
    }
  }
  return slug
}
