/** Checks values against schemas with Ajv. Reports all faults (up to a hundred) with JSON Pointers, and never the faulty value. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { TObject, TSchema } from 'typebox'
import type { Fault } from './schemas/problem.ts'
import { addBoundedFormats } from './validation/bounded-formats.ts'
import { additionalProperties, enoughFaults, items } from './validation/bounded-keywords.ts'
import { annotations, ownKeywords } from './validation/keywords.ts'
import { textLength } from './validation/text-length.ts'
import { toFault } from './validation/to-fault.ts'

const ajv = new Ajv2020({
  strict: true,
  // These would cost each process half of the time that it takes to compile schemas; a test checks all schemas of operations.
  meta: false,
  validateSchema: false,
  code: { optimize: false },
  strictTypes: true,
  strictTuples: true,
  allowUnionTypes: true,
  allowMatchingProperties: true,
  allErrors: true,
  verbose: true,
  ownProperties: true,
})
addBoundedFormats(ajv)
const replaced = [items, additionalProperties, textLength]
for (const name of replaced.flatMap(({ keyword }) => keyword)) ajv.removeKeyword(name)
for (const keyword of [...replaced, ...ownKeywords]) ajv.addKeyword(keyword)
ajv.addVocabulary(annotations)

/** Compiles a schema before its first use: that takes up to 0.1 s. */
export function prepareValidation(schema: TSchema): void {
  ajv.compile(schema)
}

/** All faults of the value; empty when it is valid. Does not change the value. Never throws for a JSON value. */
export function validate(schema: TSchema, value: unknown): Fault[] {
  // Ajv compiles each schema only once.
  const validator = ajv.compile(schema)
  if (validator(value)) return []
  const errors = validator.errors ?? []
  validator.errors = null
  const faults = errors.slice(0, enoughFaults).map(toFault)
  // A keyword keeps its last errors until it runs again. They must not keep the value in memory.
  for (const error of errors) error.data = undefined
  // One field can break several rules with the same message, such as a format and a length with the same `fault`.
  return [...new Map(faults.map((fault) => [JSON.stringify(fault), fault])).values()]
}

const wholeNumber = /^-?(0|[1-9]\d{0,15})$/

/**
 * Reads parameters of a path or a query: converts texts to whole numbers and booleans as the schema says, adds defaults, and checks
 * the result. Pointers name the parameter.
 */
export function readParameters(
  schema: TObject,
  sent: Readonly<Record<string, string | string[] | undefined>>,
): { value: Record<string, unknown>; faults: Fault[] } {
  const value: Record<string, unknown> = {}
  for (const [name, one] of Object.entries(sent)) if (one !== undefined) value[name] = one
  for (const [name, property] of Object.entries(schema.properties)) {
    const { type, default: otherwise } = property as { type?: string; default?: unknown }
    const text = value[name]
    if (text === undefined && otherwise !== undefined) value[name] = otherwise
    else if (type === 'integer' && typeof text === 'string' && wholeNumber.test(text)) value[name] = Number(text)
    else if (type === 'boolean' && (text === 'true' || text === 'false')) value[name] = text === 'true'
  }
  return { value, faults: validate(schema, value) }
}
