/**
 * The form of an API key: `gbk_live_` or `gbk_test_`, 30 random characters of base62 (178 bits), 6 characters of checksum.
 * The checksum detects mistyped and invented keys without a database query, and lets secret scanners recognise keys in source
 * code.
 */
import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomLength = 30
const checksumLength = 6
/** Random characters in the stored and shown prefix. The others have well over 128 bits. */
const shownLength = 6

const form = new RegExp(`^(gbk_(?:live|test)_[0-9A-Za-z]{${randomLength}})([0-9A-Za-z]{${checksumLength}})$`)

/** Only the prefix may be shown later. */
export function generateKey(kind: 'live' | 'test') {
  const start = `gbk_${kind}_`
  const random = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  const key = start + random + checksumOf(start + random)
  return { key, prefix: start + random.slice(0, shownLength), hash: Buffer.from(hashOf(key), 'hex') }
}

/** Whether the text has the form and the checksum of a key. */
export function isWellFormedKey(text: string): boolean {
  const [, body, checksum] = form.exec(text) ?? []
  return body !== undefined && checksumOf(body) === checksum
}

/** SHA-256 in hexadecimal digits. */
export const hashOf = (key: string): string => hash('sha256', key, 'hex')

/** CRC-32 of the preceding text in base62, padded with zeros: six digits hold 32 bits. */
function checksumOf(text: string): string {
  let rest = crc32(text)
  let digits = ''
  while (digits.length < checksumLength) {
    digits = alphabet[rest % alphabet.length] + digits
    rest = Math.floor(rest / alphabet.length)
  }
  return digits
}
