import { hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** Digits of a code: five tries at each of a few codes in ten minutes leave a guess hopeless. */
const codeDigits = 8

/** 256 random bits, in 43 characters. */
export const newToken = (): string => randomBytes(32).toString('base64url')

export const isToken = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text)

/** In hexadecimal digits. A token has so many random bits that no slower hash is needed. */
export const hashOfToken = (token: string): string => hash('sha256', token, 'hex')

export const newCode = (): string => String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')

/** With the row's id, so that the same code has another hash in each row. */
export const hashOfCode = (id: string, code: string): Buffer => hash('sha256', `${id} ${code}`, 'buffer')

/** In constant time. */
export const isCode = (row: { id: string; code_hash: Buffer }, code: string): boolean =>
  timingSafeEqual(row.code_hash, hashOfCode(row.id, code))
