/** Converts errors of Ajv to faults: a pointer, a code of the catalogue, and a message that says what is allowed. */
import type { ErrorObject } from 'ajv/dist/2020.js'
import type { ErrorCode } from '../errors.ts'
import { type FaultRule, type FieldRule, fieldRules } from '../field-rules.ts'
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
    const { keyFault } = parentSchema as { keyFault?: FieldRule }
    const broken = keyFault === undefined ? { message: unknownField(parentSchema) } : ruleOf(keyFault)
    return { pointer: instancePath + pointerStep(params.additionalProperty), code, ...broken }
  }
  if (keyword === 'required') {
    return { pointer: instancePath + pointerStep(params.missingProperty), code, message: 'is required' }
  }
  return { pointer: instancePath, code, ...brokenRule(keyword, error, parentSchema?.fault) }
}

type BrokenRule = Pick<Fault, 'message' | 'rule' | 'values'>

const ruleOf = (rule: FieldRule): BrokenRule => ({ message: fieldRules[rule], rule })

/** Keywords with a limit. */
const limits: Readonly<Record<string, { rule: FaultRule; words: string; noun?: string }>> = {
  minLength: { rule: 'min-length', words: 'must have at least', noun: 'character' },
  minItems: { rule: 'min-items', words: 'must have at least', noun: 'item' },
  minProperties: { rule: 'min-fields', words: 'must have at least', noun: 'field' },
  maxLength: { rule: 'max-length', words: 'must have at most', noun: 'character' },
  maxItems: { rule: 'max-items', words: 'must have at most', noun: 'item' },
  maxProperties: { rule: 'max-fields', words: 'must have at most', noun: 'field' },
  minimum: { rule: 'minimum', words: 'must be at least' },
  maximum: { rule: 'maximum', words: 'must be at most' },
}

function brokenRule(keyword: string, error: ErrorObject, own: FieldRule | undefined): BrokenRule {
  const { params } = error
  if (own !== undefined && !codes[keyword]) return ruleOf(own)
  if (keyword === 'enum') {
    const allowed = params.allowedValues.join(', ')
    return { message: `must be one of: ${allowed}`, rule: 'allowed-values', values: { allowed } }
  }
  if (keyword === 'const') {
    const allowed = JSON.stringify(params.allowedValue)
    return { message: `must be ${allowed}`, rule: 'constant', values: { allowed } }
  }
  const limited = limits[keyword]
  if (limited !== undefined) {
    const { rule, words, noun } = limited
    const { limit } = params
    const unit = noun === undefined ? '' : ` ${noun}${limit === 1 ? '' : 's'}`
    return { message: `${words} ${limit}${unit}`, rule, values: { limit } }
  }
  if (keyword === 'type') return { message: typeMessage(error), rule: 'value-type' }
  return { message: error.message ?? 'is not allowed' }
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
