/** Converts errors of Ajv to faults: a pointer, a code of the catalogue, and a message that says what is allowed. */
import type { ErrorObject } from 'ajv/dist/2020.js'
import type { ErrorCode } from '../errors.ts'
import type { Fault } from '../schemas/problem.ts'
import type { SchemaNode } from '../schemas/shape.ts'

/** Longest part of a field's name in a pointer: a response must not repeat a body. */
const longestKey = 200

/** One step of a JSON Pointer (RFC 6901). */
export const pointerStep = (key: string): string =>
  `/${key.slice(0, longestKey).toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')}`

const codes: Readonly<Record<string, ErrorCode>> = {
  additionalProperties: 'unknown-field',
  required: 'required-field',
  exactlyOneOf: 'exactly-one-of',
  atMostOneOf: 'exactly-one-of',
  wellFormed: 'invalid-text',
}

/** The message names limits and allowed values, never the value that was sent. */
export function toFault(error: ErrorObject): Fault {
  const { keyword, instancePath, params, parentSchema } = error
  const code = codes[keyword] ?? 'invalid-field'
  if (keyword === 'additionalProperties') {
    const { keyFault = unknownField(parentSchema) } = parentSchema as { keyFault?: string }
    return { pointer: instancePath + pointerStep(params.additionalProperty), code, message: keyFault }
  }
  if (keyword === 'required') {
    return { pointer: instancePath + pointerStep(params.missingProperty), code, message: 'is required' }
  }
  return { pointer: instancePath, code, message: messageOf(keyword, error, parentSchema?.fault) }
}

const least: Readonly<Record<string, string>> = { minLength: 'character', minItems: 'item', minProperties: 'field' }
const most: Readonly<Record<string, string>> = { maxLength: 'character', maxItems: 'item', maxProperties: 'field' }
const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

function messageOf(keyword: string, error: ErrorObject, own: unknown): string {
  if (typeof own === 'string' && !codes[keyword]) return own
  if (keyword === 'enum') return `must be one of: ${error.params.allowedValues.join(', ')}`
  if (keyword === 'const') return `must be ${JSON.stringify(error.params.allowedValue)}`
  if (keyword in least) return `must have at least ${counted(error.params.limit, least[keyword] ?? '')}`
  if (keyword in most) return `must have at most ${counted(error.params.limit, most[keyword] ?? '')}`
  if (keyword === 'minimum') return `must be at least ${error.params.limit}`
  if (keyword === 'maximum') return `must be at most ${error.params.limit}`
  if (keyword === 'type') return typeMessage(error)
  return error.message ?? 'is not allowed'
}

/** Length of an example that fits into a message, characters. */
const shortExample = 80

/** Names of JSON's types in messages. */
const typeNames: Record<string, string> = {
  string: 'a text (a JSON string)',
  number: 'a number (a JSON number, without quotes)',
  integer: 'a whole number (a JSON number, without quotes)',
  boolean: 'true or false (without quotes)',
  array: 'a list (a JSON array)',
  null: 'null',
}
const nameOf = (type: string) => typeNames[type] ?? type

/** Describes an object by a short example, else by its required fields, else by its description. */
function typeMessage({ params, parentSchema }: ErrorObject): string {
  if (params.type !== 'object') return `must be ${[params.type].flat().map(nameOf).join(' or ')}`
  const { required = [], examples = [], description } = (parentSchema ?? {}) as SchemaNode
  const example = JSON.stringify(examples[0] ?? null)
  if (examples.length > 0 && example.length <= shortExample) return `must be an object, such as ${example}`
  if (required.length > 0) return `must be an object with ${required.join(', ')}`
  return description === undefined ? 'must be an object' : `must be an object: ${description}`
}

function unknownField(schema: ErrorObject['parentSchema']): string {
  const { properties = {}, patternProperties } = (schema ?? {}) as SchemaNode
  const fields = Object.keys(properties)
  if (fields.length === 0 || patternProperties !== undefined) return 'is not a field of this object'
  return `is not a field of this object, which may have: ${fields.join(', ')}`
}
