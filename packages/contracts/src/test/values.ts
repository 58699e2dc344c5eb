/** Generates values that a schema of the contracts allows, over its whole range. */

import fc, { type Arbitrary } from 'fast-check'
import type { TSchema } from 'typebox'
import { type Alternatives, routeIcons, type SchemaNode } from '../index.ts'
import { webAddressRest } from '../schemas/fields.ts'

/** Generators by pointer (`*` for all items of a list) for values that the schema alone does not determine. */
export type Choose = (pointer: string) => Arbitrary<unknown> | undefined

/** Lists and texts are short unless they must be longer: many small values find more faults than few large ones. */
const manyItems = 3
const longText = 60

export function valuesOf(schema: TSchema, choose: Choose = () => undefined, pointer = ''): Arbitrary<unknown> {
  const own = choose(pointer)
  if (own !== undefined) return own
  const { type, anyOf, enum: words, ...rest } = schema as SchemaNode
  if ('const' in rest) return fc.constant(rest.const)
  if (words !== undefined) return fc.constantFrom(...words)
  if (anyOf !== undefined) return fc.oneof(...anyOf.map((one) => valuesOf(one, choose, pointer)))
  if (type === undefined) return fc.jsonValue({ maxDepth: 2 })
  return fc.oneof(...[type].flat().map((one) => ofType(one, rest, choose, pointer)))
}

function ofType(type: string, schema: SchemaNode, choose: Choose, pointer: string): Arbitrary<unknown> {
  const { minimum, maximum } = schema
  if (type === 'null') return fc.constant(null)
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer') return fc.integer({ min: minimum ?? -(2 ** 31), max: maximum ?? 2 ** 31 - 1 })
  if (type === 'number') {
    return fc.double({ noNaN: true, min: minimum ?? -Number.MAX_VALUE, max: maximum ?? Number.MAX_VALUE })
  }
  if (type === 'string') return textsOf(schema)
  if (type === 'object') return objectsOf(schema, choose, pointer)
  if (type === 'array') {
    const { items, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema
    if (items === undefined) throw new Error(`${pointer}: an array without items`)
    const maxLength = Math.min(maxItems, minItems + manyItems)
    return fc.array(valuesOf(items, choose, `${pointer}/*`), { minLength: minItems, maxLength })
  }
  throw new Error(`${pointer}: unknown type ${type}`)
}

/** Any character except NUL and surrogates. The unit `binary` of fast-check has the same, but takes seconds to prepare. */
const character = fc.integer({ min: 1, max: 0x10f7ff }).map(
  (index) => String.fromCodePoint(index < 0xd800 ? index : index + 0x800),
  (text) => {
    const point = (text as string).codePointAt(0) as number
    return point < 0xd800 ? point : point - 0x800
  },
)

/** Any Unicode text. Lengths count code points, as the contracts do. */
const anyText = (minLength: number, maxLength: number): Arbitrary<string> =>
  fc.string({ unit: character, minLength, maxLength })

const dates = fc.date({ min: new Date('1970-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
const formats: Record<string, Arbitrary<string>> = {
  date: dates.map((date) => date.toISOString().slice(0, 10)),
  'date-time': dates.map((date) => date.toISOString()),
  email: fc.emailAddress(),
  uuid: fc.uuid(),
}

function textsOf({ format, pattern, routeIcon, minLength = 0, maxLength = longText }: SchemaNode): Arbitrary<string> {
  if (format !== undefined) return formats[format] ?? fc.constant(format)
  if (routeIcon === true) {
    return fc.constantFrom(...routeIcons.flatMap((icon) => [icon, icon.replaceAll('-', ' ').toUpperCase()]))
  }
  if (pattern !== undefined) return matching(pattern).filter((text) => [...text].length <= maxLength)
  return anyText(minLength, Math.min(maxLength, Math.max(longText, minLength)))
}

/** Not `fc.webUrl`, which takes seconds to prepare. */
const webUrls = fc
  .tuple(fc.constantFrom('http', 'https'), fc.domain(), anyText(0, 20))
  .map(([scheme, host, rest]) => `${scheme}://${host}/${encodeURI(rest)}`)

/** Patterns that fast-check cannot generate from (lookahead, surrogate classes) are generated differently and checked. */
function matching(pattern: string): Arbitrary<string> {
  const expression = new RegExp(pattern, 'u')
  if (pattern.startsWith('^$|')) return fc.oneof(fc.constant(''), matching(pattern.slice(3)))
  if (pattern.endsWith(`://${webAddressRest}$`)) return webUrls.filter((url) => expression.test(url))
  if (/\(\?|\\u/.test(pattern) && !pattern.startsWith('^[0-9+(]'))
    return anyText(1, longText).filter((text) => expression.test(text))
  return fc.stringMatching(expression)
}

function objectsOf(schema: SchemaNode, choose: Choose, pointer: string): Arbitrary<Record<string, unknown>> {
  const { properties = {}, patternProperties = {}, required = [], minProperties = 0 } = schema
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, valuesOf(field, choose, `${pointer}/${name}`)]),
  )
  const alternatives = schema.exactlyOneOf ?? schema.atMostOneOf
  if (alternatives !== undefined) return oneOfThem(fields, required, alternatives, schema.exactlyOneOf !== undefined)
  const named = fc.record(fields, { requiredKeys: required })
  const keyed = Object.entries(patternProperties).map(([pattern, field]) =>
    fc.dictionary(matching(pattern), valuesOf(field, choose, `${pointer}/*`), {
      minKeys: minProperties,
      maxKeys: Math.max(minProperties, manyItems),
    }),
  )
  return fc.tuple(named, ...keyed).map((parts) => Object.assign({}, ...parts) as Record<string, unknown>)
}

/** Exactly one alternative with all its fields; or none, where allowed. */
function oneOfThem(
  fields: Record<string, Arbitrary<unknown>>,
  required: string[],
  alternatives: Alternatives,
  needed: boolean,
): Arbitrary<Record<string, unknown>> {
  const groups = alternatives.map((alternative) => [alternative].flat())
  const inGroups = new Set(groups.flat())
  const chosen = [...groups, ...(needed ? [] : [[]])]
  return fc.constantFrom(...chosen).chain((group) => {
    const kept = Object.entries(fields).filter(([name]) => !inGroups.has(name) || group.includes(name))
    return fc.record(Object.fromEntries(kept), { requiredKeys: [...required, ...group] })
  })
}
