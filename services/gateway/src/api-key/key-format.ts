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

const adminForm = new RegExp(`^(gba_[0-9A-Za-z]{${randomLength}})([0-9A-Za-z]{${checksumLength}})$`)

/** Only the prefix may be shown later. */
export const generateKey = (kind: 'live' | 'test') => generateSecret(`gbk_${kind}_`)

/** A personal token of support: `gba_`, and the same as a key after it. */
export const generateAdminToken = () => generateSecret('gba_')

function generateSecret(start: string) {
  const random = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  const key = start + random + checksumOf(start + random)
  return { key, prefix: start + random.slice(0, shownLength), hash: Buffer.from(hashOf(key), 'hex') }
}

/** Whether the text has the form and the checksum of a key. */
export const isWellFormedKey = (text: string): boolean => isWellFormed(form, text)
export const isWellFormedAdminToken = (text: string): boolean => isWellFormed(adminForm, text)

function isWellFormed(expected: RegExp, text: string): boolean {
  const [, body, checksum] = expected.exec(text) ?? []
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
