import { ServiceError } from '../errors/service-error.ts'

/** Deepest nesting of objects and arrays. */
const maxDepth = 64

/** Limits of a body without the long arrays and texts that are read separately. */
export interface ScanLimits {
  /** Objects, arrays, texts, numbers and literals. */
  values: number
  bytes: number
  /** What the limits do not count, for the error message; such as ` beside its waypoints`. */
  beside: string
}

export const unlimited: ScanLimits = {
  values: Number.POSITIVE_INFINITY,
  bytes: Number.POSITIVE_INFINITY,
  beside: '',
}

/** A member whose name is one of the fields that the scan looks for. */
export interface FoundField {
  field: string
  /** Where its value begins. */
  valueAt: number
}

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const colon = 0x3a
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

/**
 * Counts the values of a JSON text in one pass over its bytes, before anything is built from them. It can pause anywhere, and throws at
 * the first exceeded limit: 413 `payload-too-large`, or 400 `malformed-json` for the depth. The parser checks the syntax.
 */
export class JsonScan {
  at = 0
  #depth = 0
  /** Commas and opening brackets plus one: an upper bound of the number of values. */
  #values = 1
  #skipped = 0
  readonly #bytes: Buffer
  readonly #limits: ScanLimits
  readonly #fields: readonly { field: string; name: Buffer }[]

  constructor(bytes: Buffer, limits: ScanLimits, fields: readonly string[] = []) {
    this.#bytes = bytes
    this.#limits = limits
    this.#fields = fields.map((field) => ({ field, name: Buffer.from(JSON.stringify(field)) }))
  }

  get isDone(): boolean {
    return this.at >= this.#bytes.length
  }

  /** Scans to `until`, or slightly beyond. Stops earlier at the value of one of the fields. */
  advance(until: number): FoundField | undefined {
    const bytes = this.#bytes
    const end = Math.min(until, bytes.length)
    let { at } = this
    for (; at < end; at++) {
      const byte = bytes[at]
      if (byte === quote) {
        const start = at
        at = endOfString(bytes, start, start + this.#bytesLeft(start))
        const found = this.#fields.length > 0 && this.#fieldAt(start, at)
        if (found) {
          this.at = found.valueAt
          this.#checkBytes()
          return found
        }
      } else if (byte === comma) {
        this.#countValue()
      } else if (byte === openBrace || byte === openBracket) {
        this.#countValue()
        if (++this.#depth > maxDepth) throw nestedTooDeeply()
      } else if (byte === closeBrace || byte === closeBracket) {
        this.#depth--
      }
    }
    this.at = at
    this.#checkBytes()
    return undefined
  }

  /** Continues at `to`; the bytes before it are not counted. */
  skip(to: number): void {
    this.#skipped += to - this.at
    this.at = to
  }

  #fieldAt(start: number, end: number): FoundField | undefined {
    if (this.#bytes[end] !== quote) return undefined
    for (const { field, name } of this.#fields) {
      if (end + 1 - start !== name.length || this.#bytes.compare(name, 0, name.length, start, end + 1) !== 0) continue
      const colonAt = afterSpace(this.#bytes, end + 1)
      // Without a colon the string is a value, not a name.
      return this.#bytes[colonAt] === colon ? { field, valueAt: afterSpace(this.#bytes, colonAt + 1) } : undefined
    }
    return undefined
  }

  #countValue(): void {
    if (++this.#values > this.#limits.values) throw tooManyValues(this.#limits)
  }

  /** One byte more than the limit, so that a text that exceeds it is detected. */
  #bytesLeft(at: number): number {
    return this.#limits.bytes + this.#skipped - at + 1
  }

  #checkBytes(): void {
    if (this.#bytesLeft(this.at) <= 0) throw tooManyBytes(this.#limits)
  }
}

/**
 * The end of the first item that ends at `from` or later: the index of the comma after it, or of the bracket that closes the array.
 * `at`: where an item begins. Applies the same limits as a scan.
 */
export function endOfItem(bytes: Buffer, at: number, from: number, limits: ScanLimits): number {
  const most = Math.min(bytes.length, at + limits.bytes)
  let depth = 0
  let values = 0
  for (let index = at; index < most; index++) {
    const byte = bytes[index]
    if (byte === quote) {
      index = endOfString(bytes, index, most)
    } else if (byte === comma) {
      if (depth === 0 && index >= from) return index
      if (++values > limits.values) throw tooManyValues(limits)
    } else if (byte === openBrace || byte === openBracket) {
      if (++values > limits.values) throw tooManyValues(limits)
      if (++depth > maxDepth) throw nestedTooDeeply()
    } else if (byte === closeBrace || byte === closeBracket) {
      if (depth-- === 0) return index
    }
  }
  if (most < bytes.length) throw tooManyBytes(limits)
  return bytes.length
}

/** Up to this length a loop in JavaScript reads a string; beyond it a native search is faster. */
const longString = 256

/** The index of the closing quotation mark of the string that begins at `start`; at least `limit` if there is none before it. */
function endOfString(bytes: Buffer, start: number, limit: number): number {
  const end = Math.min(bytes.length, limit)
  let at = start + 1
  for (;;) {
    const near = Math.min(end, at + longString)
    while (at < near && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1
    if (at >= end || bytes[at] === quote) return at
    const next = bytes.subarray(0, end).indexOf(quote, at)
    if (next < 0) return end
    let before = next
    while (before > at && bytes[before - 1] === backslash) before--
    if ((next - before) % 2 === 0) return next
    at = next + 1
  }
}

/** The index of the first byte from `at` on that is not JSON white space. */
function afterSpace(bytes: Buffer, at: number): number {
  let index = at
  while (bytes[index] === 0x20 || bytes[index] === 0x0a || bytes[index] === 0x0d || bytes[index] === 0x09) index++
  return index
}

const nestedTooDeeply = () =>
  new ServiceError('malformed-json', { detail: `The body is nested more than ${maxDepth} levels deep.` })

const tooManyValues = ({ values, beside }: ScanLimits) =>
  new ServiceError('payload-too-large', {
    detail: `The body has more than ${values} values${beside}. Send less at once.`,
  })

export const tooManyBytes = ({ bytes, beside }: ScanLimits) =>
  new ServiceError('payload-too-large', {
    detail: `The body has more than ${bytes} bytes${beside}. Send less at once.`,
  })
