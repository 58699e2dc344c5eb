/**
 * `items` and `additionalProperties` as in JSON Schema, but they stop after a hundred faults. Ajv reports either the first fault or every
 * fault; sixty megabytes of invalid items would become gigabytes of faults.
 */
import type { ErrorObject, FuncKeywordDefinition, ValidateFunction } from 'ajv/dist/2020.js'
import { pointerStep } from './to-fault.ts'

export const enoughFaults = 100

type CompileKeyword = NonNullable<FuncKeywordDefinition['compile']>
type CheckKeyword = ReturnType<CompileKeyword>
type KeywordFault = Partial<ErrorObject>

/** Ajv reads the faults of a check from the function. */
function checkOf(faultsIn: (data: never, path: string) => KeywordFault[]): CheckKeyword {
  const check: CheckKeyword = (data, context) => {
    check.errors = faultsIn(data as never, context?.instancePath ?? '')
    return check.errors.length === 0
  }
  return check
}

/** The faults of a value at `path`, which is only built for a faulty value: building it costs more than the check. */
function faultsWithin(validator: ValidateFunction, value: unknown, path: () => string): KeywordFault[] {
  if (validator(value)) return []
  const faults = validator.errors ?? []
  validator.errors = null
  const prefix = path()
  for (const fault of faults) fault.instancePath = prefix + fault.instancePath
  return faults
}

const compileItems: CompileKeyword = (schema, _parentSchema, { self }) => {
  const validator = self.compile(schema)
  return checkOf((data: unknown[], path) => {
    const faults: KeywordFault[] = []
    for (let index = 0; index < data.length && faults.length < enoughFaults; index++) {
      faults.push(...faultsWithin(validator, data[index], () => `${path}/${index}`))
    }
    return faults
  })
}

export const items: FuncKeywordDefinition = {
  keyword: 'items',
  type: 'array',
  schemaType: ['object', 'boolean'],
  compile: compileItems,
}

const compileAdditionalProperties: CompileKeyword = (schema, parentSchema, { self }) => {
  if (schema === true) return () => true
  const fields = new Set(Object.keys(parentSchema.properties ?? {}))
  const patterns = Object.keys(parentSchema.patternProperties ?? {}).map((pattern) => new RegExp(pattern, 'u'))
  const validator = schema === false ? null : self.compile(schema)
  const refusal = (key: string): KeywordFault => ({
    keyword: 'additionalProperties',
    message: 'is not a field of this object',
    params: { additionalProperty: key },
    parentSchema,
  })
  return checkOf((data: Record<string, unknown>, path) => {
    const faults: KeywordFault[] = []
    for (const key of Object.keys(data)) {
      if (fields.has(key) || patterns.some((pattern) => pattern.test(key))) continue
      if (validator === null) faults.push(refusal(key))
      else faults.push(...faultsWithin(validator, data[key], () => path + pointerStep(key)))
      if (faults.length >= enoughFaults) break
    }
    return faults
  })
}

export const additionalProperties: FuncKeywordDefinition = {
  keyword: 'additionalProperties',
  type: 'object',
  schemaType: ['boolean', 'object'],
  compile: compileAdditionalProperties,
}
