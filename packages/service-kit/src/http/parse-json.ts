import type { Fault } from '@guidebook/contracts'
import { ServiceError } from '../errors/service-error.ts'
import { childPointer } from './pointer.ts'

/** How many objects and arrays may stand within one another. */
const deepest = 64
/** More than that helps no one. */
const enoughFaults = 100

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * The JSON value in a body. 400 `malformed-json` when it is not UTF-8, not one JSON text or nested too deeply.
 * `faults` names what no schema can see: property names that reach for prototypes, and texts with NUL or half a surrogate pair.
 */
export function parseJson(bytes: Buffer): { value: unknown; faults: Fault[] } {
  if (bytes.length === 0) throw malformed('The body is empty; this operation needs one in JSON.')
  if (isNestedTooDeeply(bytes)) throw malformed(`The body is nested more than ${deepest} levels deep.`)
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    throw malformed('The body is not UTF-8.')
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw malformed(`The body is not JSON${positionIn(error)}.`)
  }
  // The walk costs as much as the parsing, and what it looks for cannot be there without one of these.
  const faults: Fault[] = []
  if (text.includes('\\u') || text.includes('__proto__') || text.includes('constructor'))
    collectFaults(value, '', faults)
  return { value, faults }
}

function malformed(detail: string): ServiceError {
  return new ServiceError('malformed-json', { detail })
}

/** The parser's own message quotes the body; only the place is passed on. */
function positionIn(error: unknown): string {
  const [, line, column] = /line (\d+) column (\d+)/.exec((error as Error).message) ?? []
  return line === undefined ? '' : ` (line ${line}, column ${column})`
}

const quote = 0x22
const backslash = 0x5c

/** One pass over the bytes, before anything is built from them. */
function isNestedTooDeeply(bytes: Buffer): boolean {
  let depth = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === quote) {
      at = endOfString(bytes, at)
    } else if (byte === 0x7b || byte === 0x5b) {
      if (++depth > deepest) return true
    } else if (byte === 0x7d || byte === 0x5d) {
      depth--
    }
  }
  return false
}

/** Strings up to here are walked through; where images are sent there are some of megabytes, in which a search by the machine jumps. */
const longString = 256

/** Where the string that begins at `start` has its closing quotation mark; the end of the bytes when it has none. */
function endOfString(bytes: Buffer, start: number): number {
  let at = start + 1
  for (;;) {
    const near = Math.min(bytes.length, at + longString)
    while (at < near && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1
    if (at >= bytes.length || bytes[at] === quote) return at
    const next = bytes.indexOf(quote, at)
    if (next < 0) return bytes.length
    let before = next
    while (before > at && bytes[before - 1] === backslash) before--
    if ((next - before) % 2 === 0) return next
    at = next + 1
  }
}

function collectFaults(value: unknown, pointer: string, faults: Fault[]): void {
  if (faults.length >= enoughFaults) return
  if (typeof value === 'string') {
    if (!isKeepable(value)) faults.push(invalidText(pointer))
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) collectFaults(item, `${pointer}/${index}`, faults)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) {
      if (!isKeepable(name)) faults.push(invalidText(pointer))
      else if (name === '__proto__' || name === 'constructor' || name === 'prototype') {
        faults.push({
          pointer: childPointer(pointer, name),
          code: 'unknown-field',
          message: 'is not a field of this object',
        })
      } else collectFaults(item, childPointer(pointer, name), faults)
    }
  }
}

/** Whether a text can be stored as it is. */
export function isKeepable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

function invalidText(pointer: string): Fault {
  return { pointer, code: 'invalid-text', message: 'must not hold the character NUL or halves of surrogate pairs' }
}
