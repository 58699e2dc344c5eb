/** Custom keywords: rules that JSON Schema cannot express, or only with unreadable faults. */
import type { FuncKeywordDefinition } from 'ajv/dist/2020.js'
import { normalizeRouteIcon, routeIcons } from '../schemas/icons.ts'
import type { Alternatives } from '../schemas/shape.ts'

type CheckKeyword = ReturnType<NonNullable<FuncKeywordDefinition['compile']>>

/** Of each alternative, all fields are present or none is. `required`: one alternative must be present. */
function checkAlternatives(alternatives: Alternatives, required: boolean): CheckKeyword {
  const groups = alternatives.map((alternative) => [alternative].flat())
  const allowed = groups.map((group) => group.join(' with ')).join(', ')
  const check: CheckKeyword = (data: Record<string, unknown>): boolean => {
    const [only, second] = groups.filter((group) => group.some((field) => Object.hasOwn(data, field)))
    if (only === undefined && !required) return true
    if (only === undefined || second !== undefined) {
      const message = `must have ${required ? 'exactly' : 'only'} one of: ${allowed}`
      check.errors = [{ keyword: 'exactlyOneOf', message, params: {} }]
      return false
    }
    const missing = only.filter((field) => !Object.hasOwn(data, field))
    check.errors = missing.map((field) => ({ keyword: 'required', params: { missingProperty: field } }))
    return missing.length === 0
  }
  return check
}

/** An alternative is a field, or fields that belong together. The fault points at the object. */
const alternativesKeyword = (keyword: string, required: boolean): FuncKeywordDefinition => ({
  keyword,
  type: 'object',
  schemaType: 'array',
  compile: (alternatives: Alternatives) => checkAlternatives(alternatives, required),
})

/** A text without NUL (PostgreSQL cannot store it) and without lone surrogates (UTF-8 cannot encode them). */
const wellFormed: FuncKeywordDefinition = {
  keyword: 'wellFormed',
  type: 'string',
  schemaType: 'boolean',
  validate: (_: boolean, data: string) => data.isWellFormed() && !data.includes('\0'),
  error: { message: 'must not contain the character NUL or halves of surrogate pairs' },
}

const routeIcon: FuncKeywordDefinition = {
  keyword: 'routeIcon',
  type: 'string',
  schemaType: 'boolean',
  validate: (_: boolean, data: string) => normalizeRouteIcon(data) !== undefined,
  error: { message: `must be one of: ${routeIcons.join(', ')}` },
}

export const ownKeywords = [
  alternativesKeyword('exactlyOneOf', true),
  alternativesKeyword('atMostOneOf', false),
  wellFormed,
  routeIcon,
]

/** Messages in place of Ajv's: about a value, and about the name of a field. They check nothing. */
export const annotations = ['fault', 'keyFault']
