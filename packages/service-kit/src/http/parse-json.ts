import type { Fault } from '@guidebook/contracts'
import { ServiceError } from '../errors/service-error.ts'

/** More than that helps no one. */
export const enoughFaults = 100

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * The JSON value in bytes that a scan has counted. Throws 400 `malformed-json` when they are not UTF-8 or not one JSON text. `isPart`: positions
 * in these bytes are not those in the body, so none is named. The faults are those that no schema can see: property names of prototypes, and
 * texts with NUL or half a surrogate pair.
 */
export function parseJson(bytes: Buffer, { isPart = false } = {}): { value: unknown; faults: Fault[] } {
  if (bytes.length === 0) throw malformed('The body is empty; this operation needs one in JSON.')
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
    throw malformed(`The body is not JSON${isPart ? '' : positionIn(error)}.`)
  }
  // The walk costs as much as the parsing, and what it looks for cannot be there without one of these.
  const faults: Fault[] = []
  if (text.includes('\\u') || text.includes('__proto__') || text.includes('constructor'))
    collectFaults(value, '', faults)
  return { value, faults }
}

/** Of a value with faults that no schema sees, the schema's own faults say nothing more. */
export function mergeFaults(parsed: readonly Fault[], validated: readonly Fault[]): Fault[] {
  const pointers = new Set(parsed.map(({ pointer }) => pointer))
  return [...parsed, ...validated.filter(({ pointer }) => !pointers.has(pointer))]
}

function malformed(detail: string): ServiceError {
  return new ServiceError('malformed-json', { detail })
}

/** The parser's own message quotes the body; only the place is passed on. */
function positionIn(error: unknown): string {
  const [, line, column] = /line (\d+) column (\d+)/.exec((error as Error).message) ?? []
  return line === undefined ? '' : ` (line ${line}, column ${column})`
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

/** A pointer is there to be read: a longer name of a member is cut, or a fault would be as large as the body. */
const maxNameLength = 200

/** The JSON Pointer (RFC 6901) of a member. */
export function childPointer(parent: string, name: string): string {
  return `${parent}/${name.slice(0, maxNameLength).toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')}`
}
