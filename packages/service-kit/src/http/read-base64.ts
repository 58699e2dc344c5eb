import { randomBytes } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import { validate } from '@guidebook/contracts'
import type { TSchema } from 'typebox'
import { ServiceError } from '../errors/service-error.ts'
import { parseJson } from './parse-json.ts'

/** Shorter texts, in characters, are no burden. */
const longText = 1_024
/** Alone of it, Base64 is seen to be some: what its schema says is said of how it begins. */
const beginning = /^[A-Za-z0-9+/]{64}/

interface Found {
  /** Of the text, without its quotation marks. */
  start: number
  end: number
  bytes: Buffer
}

/**
 * Reads a body with the bytes of its long Base64 texts in their places, without ever having them as strings: a good body gives what
 * parsing and checking it as a whole gives. Anything else gives undefined, and whoever asks reads the body as a whole, which tells
 * what is wrong with it.
 *
 * The texts are found by looking for the name of their field, which may mislead; the parser decides. What stands in for a text must come
 * out as the value of such a field, and is known to no sender: then it stood where that value stands.
 */
export function createBase64Reader(schema: TSchema, field: string) {
  const name = Buffer.from(JSON.stringify(field))

  return async function readBase64(body: Buffer): Promise<unknown> {
    const found: Found[] = []
    for (let at = body.indexOf(name); at >= 0; at = body.indexOf(name, at + name.length)) {
      const text = longTextAfter(body, at + name.length)
      if (text) found.push(text)
      // Decoding megabytes takes milliseconds each: other requests get their turn in between.
      if (text) await breathe()
    }
    if (found.length === 0) return undefined
    const mark = randomBytes(24).toString('hex')
    try {
      const { value, faults } = parseJson(withMarks(body, found, mark))
      if (faults.length > 0 || validate(schema, value).length > 0) return undefined
      return putBack(value, field, marked(found, mark)) === found.length ? value : undefined
    } catch (error) {
      // It is not JSON, or was cut at a wrong place.
      if (error instanceof ServiceError) return undefined
      throw error
    }
  }
}

const quote = 0x22
const isSpace = (byte: number | undefined) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

/** The text that follows a colon at `from`; undefined when it is short, or anything but plain Base64. */
function longTextAfter(body: Buffer, from: number): Found | undefined {
  let at = from
  while (isSpace(body[at])) at++
  if (body[at] !== 0x3a) return undefined
  do at++
  while (isSpace(body[at]))
  const start = at + 1
  const end = body[at] === quote ? body.indexOf(quote, start) : -1
  if (end - start < longText || !beginning.test(body.toString('latin1', start, start + 64))) return undefined
  const padding = body[end - 2] === equals ? 2 : body[end - 1] === equals ? 1 : 0
  const characters = end - start - padding
  if (characters % 4 === 1) return undefined
  const bytes = decode(body, start, end, Math.floor((characters * 3) / 4))
  return bytes && { start, end, bytes }
}

const equals = 0x3d
/** Characters that are decoded at once, four of which make three bytes: the strings that this needs stay small. */
const pieceOfText = 64 * 1024

/** Undefined for what is no Base64: the decoder leaves that out, which shows in the length. */
function decode(body: Buffer, start: number, end: number, length: number): Buffer | undefined {
  const bytes = Buffer.allocUnsafeSlow(length)
  let at = 0
  for (let from = start; from < end; from += pieceOfText) {
    const to = Math.min(end, from + pieceOfText)
    const written = bytes.write(body.toString('latin1', from, to), at, 'base64')
    if (to < end && written !== (pieceOfText * 3) / 4) return undefined
    at += written
  }
  return at === length ? bytes : undefined
}

const markOf = (mark: string, index: number): string => `${mark}${index}`

const marked = (found: readonly Found[], mark: string): ReadonlyMap<unknown, Buffer> =>
  new Map(found.map(({ bytes }, index) => [markOf(mark, index), bytes]))

function withMarks(body: Buffer, found: readonly Found[], mark: string): Buffer {
  let from = 0
  const parts = found.flatMap(({ start, end }, index) => {
    const before = body.subarray(from, start)
    from = end
    return [before, Buffer.from(markOf(mark, index))]
  })
  return Buffer.concat([...parts, body.subarray(from)])
}

/** Puts the bytes where their marks are; answers how many. The depth is that of a body which the parser took. */
function putBack(value: unknown, field: string, bytes: ReadonlyMap<unknown, Buffer>): number {
  if (typeof value !== 'object' || value === null) return 0
  if (Array.isArray(value)) return value.reduce((count, item) => count + putBack(item, field, bytes), 0)
  const holder = value as Record<string, unknown>
  let count = 0
  for (const name in holder) {
    const own = name === field ? bytes.get(holder[name]) : undefined
    if (own) holder[name] = own
    count += own ? 1 : putBack(holder[name], field, bytes)
  }
  return count
}
