import type { Fault } from '@guidebook/contracts'
import { ServiceError } from '../errors/service-error.ts'

/** Most faults that are reported for one request. */
export const enoughFaults = 100

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Parses JSON that a scan has already limited. Throws 400 `malformed-json` for invalid UTF-8 or JSON. `isPart`: the bytes are a part of
 * a body, so the message contains no position. The faults are those that a schema cannot detect: property names of prototypes, and
 * texts with NUL or unpaired surrogates.
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
  // The walk takes as long as the parsing, so it runs only when one of these occurs.
  const faults: Fault[] = []
  if (['\\u', ...prototypeNames].some((mark) => text.includes(mark))) collectFaults(value, '', faults)
  return { value, faults }
}

/** Joins the faults of the parser and of the schema. Where the parser found a fault, those of the schema are redundant. */
export function mergeFaults(parsed: readonly Fault[], validated: readonly Fault[]): Fault[] {
  const pointers = new Set(parsed.map(({ pointer }) => pointer))
  return [...parsed, ...validated.filter(({ pointer }) => !pointers.has(pointer))]
}

function malformed(detail: string): ServiceError {
  return new ServiceError('malformed-json', { detail })
}

/** The parser's message quotes the body; only the position is returned. */
function positionIn(error: unknown): string {
  const [, line, column] = /line (\d+) column (\d+)/.exec((error as Error).message) ?? []
  return line === undefined ? '' : ` (line ${line}, column ${column})`
}

/** Names by which a careless copy of the object would reach a prototype. */
const prototypeNames = ['__proto__', 'constructor', 'prototype']

function collectFaults(value: unknown, pointer: string, faults: Fault[]): void {
  if (faults.length >= enoughFaults) return
  if (typeof value === 'string') {
    if (!isStorable(value)) faults.push(invalidText(pointer))
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) collectFaults(item, `${pointer}/${index}`, faults)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) {
      if (!isStorable(name)) faults.push(invalidText(pointer))
      else if (prototypeNames.includes(name)) {
        faults.push({
          pointer: childPointer(pointer, name),
          code: 'unknown-field',
          message: 'is not a field of this object',
        })
      } else collectFaults(item, childPointer(pointer, name), faults)
    }
  }
}

/** Whether PostgreSQL can store the text unchanged. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** The beginning of a text, with U+FFFD in place of what PostgreSQL cannot store. `longest`: characters. */
export function toStorable(text: string, longest: number): string {
  return text.slice(0, longest).toWellFormed().replaceAll('\0', '\ufffd')
}

function invalidText(pointer: string): Fault {
  return { pointer, code: 'invalid-text', message: 'must not contain the character NUL or halves of surrogate pairs' }
}

/** Longer names are cut in pointers, so that a fault cannot be as large as the body. Characters. */
const maxNameLength = 200

/** The JSON Pointer (RFC 6901) of a member. */
export function childPointer(parent: string, name: string): string {
  return `${parent}/${name.slice(0, maxNameLength).toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')}`
}
