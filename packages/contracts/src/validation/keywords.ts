/** Keywords of our own: what JSON Schema says only with noise, or not at all. */
import type { FuncKeywordDefinition } from 'ajv/dist/2020.js'
import { normalizeRouteIcon, routeIcons } from '../schemas/icons.ts'
import type { Alternatives } from '../schemas/shape.ts'

type CheckKeyword = ReturnType<NonNullable<FuncKeywordDefinition['compile']>>

const listed = (alternatives: Alternatives): string =>
  alternatives.map((alternative) => [alternative].flat().join(' with ')).join(', ')

/** Compares the alternatives of which something was sent with the number that may be; says what is wrong with them. */
function checkAlternatives(alternatives: Alternatives, required: boolean): CheckKeyword {
  const groups = alternatives.map((alternative) => [alternative].flat())
  const check: CheckKeyword = (data: Record<string, unknown>): boolean => {
    const present = groups.filter((group) => group.some((field) => Object.hasOwn(data, field)))
    const [only, second] = present
    if (only === undefined && !required) return true
    if (only === undefined || second !== undefined) {
      const message = required
        ? `must have exactly one of: ${listed(alternatives)}`
        : `must have only one of: ${listed(alternatives)}`
      check.errors = [{ keyword: 'exactlyOneOf', message, params: {} }]
      return false
    }
    const missing = only.filter((field) => !Object.hasOwn(data, field))
    check.errors = missing.map((field) => ({
      keyword: 'required',
      message: 'is required',
      params: { missingProperty: field },
    }))
    return missing.length === 0
  }
  return check
}

/** Exactly one alternative (a field, or fields that belong together) must be sent; the fault points at the object. */
const exactlyOneOf: FuncKeywordDefinition = {
  keyword: 'exactlyOneOf',
  type: 'object',
  schemaType: 'array',
  compile: (alternatives: Alternatives) => checkAlternatives(alternatives, true),
}

/** As `exactlyOneOf`, but none is fine too. */
const atMostOneOf: FuncKeywordDefinition = {
  keyword: 'atMostOneOf',
  type: 'object',
  schemaType: 'array',
  compile: (alternatives: Alternatives) => checkAlternatives(alternatives, false),
}

/** A text without NUL (which PostgreSQL cannot keep) and without lone surrogates (which UTF-8 cannot say). */
const wellFormed: FuncKeywordDefinition = {
  keyword: 'wellFormed',
  type: 'string',
  schemaType: 'boolean',
  validate: (_: boolean, data: string) => data.isWellFormed() && !data.includes('\0'),
  error: { message: 'must not hold the character NUL or halves of surrogate pairs' },
}

const routeIcon: FuncKeywordDefinition = {
  keyword: 'routeIcon',
  type: 'string',
  schemaType: 'boolean',
  validate: (_: boolean, data: string) => normalizeRouteIcon(data) !== undefined,
  error: { message: `must be one of: ${routeIcons.join(', ')}` },
}

export const ownKeywords = [exactlyOneOf, atMostOneOf, wellFormed, routeIcon]

/** Texts that replace Ajv's message about a value, or about the name of a field; no rules by themselves. */
export const annotations = ['fault', 'keyFault']
