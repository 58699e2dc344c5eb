/**
 * Checks values against schemas: Ajv, strict, each schema compiled once. All faults are reported (up to a hundred), with
 * JSON Pointers, and never with the value that is at fault.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { TObject, TSchema } from 'typebox'
import type { Fault } from './errors.ts'
import { addBoundedFormats } from './validation/bounded-formats.ts'
import { additionalProperties, enoughFaults, items } from './validation/bounded-keywords.ts'
import { annotations, ownKeywords } from './validation/keywords.ts'
import { toFault } from './validation/to-fault.ts'

function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    strictTypes: true,
    strictTuples: true,
    allowUnionTypes: true,
    allowMatchingProperties: true,
    allErrors: true,
    verbose: true,
    ownProperties: true,
  })
  addBoundedFormats(ajv)
  // Compiles the meta-schema, which needs Ajv's own keywords because its parts refer to one another.
  ajv.validateSchema({})
  for (const keyword of [items, additionalProperties]) ajv.removeKeyword(keyword.keyword as string).addKeyword(keyword)
  for (const keyword of ownKeywords) ajv.addKeyword(keyword)
  return ajv.addVocabulary(annotations)
}

const ajv = createAjv()
const compiled = new WeakMap<TSchema, ValidateFunction>()

function validatorOf(schema: TSchema): ValidateFunction {
  let validator = compiled.get(schema)
  if (validator === undefined) {
    validator = ajv.compile(schema)
    compiled.set(schema, validator)
  }
  return validator
}

/** Compiles a schema ahead of its first use, which would otherwise hold up whoever comes first (up to 0.1 s). */
export function prepareValidation(schema: TSchema): void {
  validatorOf(schema)
}

/** All faults of the value; empty when it is good. The value is left as it is. Never throws for a JSON value. */
export function validate(schema: TSchema, value: unknown): Fault[] {
  const validator = validatorOf(schema)
  if (validator(value)) return []
  const errors = validator.errors ?? []
  validator.errors = null
  const faults = errors.slice(0, enoughFaults).map(toFault)
  // A keyword keeps its last errors until it runs again. They must not keep the value in memory.
  for (const error of errors) error.data = undefined
  return withoutRepeats(faults)
}

/** One field can break several rules that say the same, such as a format and a length with one text of their own. */
function withoutRepeats(faults: Fault[]): Fault[] {
  const seen = new Map(faults.map((fault) => [`${fault.pointer} ${fault.code} ${fault.message}`, fault]))
  return [...seen.values()]
}

const wholeNumber = /^-?(0|[1-9]\d{0,15})$/

/**
 * Reads parameters of a path or a query, which come as texts: whole numbers and booleans are turned into what the
 * schema says, defaults are filled in, and the result is checked. Pointers name the parameter.
 */
export function readParameters(
  schema: TObject,
  sent: Readonly<Record<string, string | string[] | undefined>>,
): { value: Record<string, unknown>; faults: Fault[] } {
  const value: Record<string, unknown> = {}
  for (const [name, given] of Object.entries(sent)) if (given !== undefined) value[name] = given
  for (const [name, property] of Object.entries(schema.properties)) {
    const { type, default: otherwise } = property as { type?: string; default?: unknown }
    const given = value[name]
    if (given === undefined && otherwise !== undefined) value[name] = otherwise
    else if (type === 'integer' && typeof given === 'string' && wholeNumber.test(given)) value[name] = Number(given)
    else if (type === 'boolean' && (given === 'true' || given === 'false')) value[name] = given === 'true'
  }
  return { value, faults: validate(schema, value) }
}
