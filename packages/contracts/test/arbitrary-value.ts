/** Values that a schema accepts, made at random from the schema itself. */
import fc from 'fast-check'
import type { TSchema } from 'typebox'
import { routeIcons } from '../src/index.ts'

type Node = Record<string, unknown> & { type?: string | string[] }

const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString())

const formats: Record<string, fc.Arbitrary<string>> = {
  date: day.map((instant) => instant.slice(0, 10)),
  'date-time': day,
  email: fc.stringMatching(/^[a-z]{1,10}@[a-z]{1,10}\.example$/),
  uuid: fc.uuid(),
}

export function arbitraryValue(schema: TSchema): fc.Arbitrary<unknown> {
  const node = schema as Node
  if ('const' in node) return fc.constant(node.const)
  if ('enum' in node) return fc.constantFrom(...(node.enum as unknown[]))
  if ('anyOf' in node) return fc.oneof(...(node.anyOf as TSchema[]).map(arbitraryValue))
  const types = [node.type].flat()
  if (types.length > 1) return fc.oneof(...types.map((type) => arbitraryValue({ ...node, type })))
  switch (types[0]) {
    case 'string':
      return arbitraryString(node)
    case 'integer':
      return fc.integer({
        min: (node.minimum as number) ?? -1e6,
        max: Math.min((node.maximum as number) ?? 1e6, 2 ** 31 - 1),
      })
    case 'number':
      return fc.double({
        min: node.minimum as number,
        max: node.maximum as number,
        noNaN: true,
        noDefaultInfinity: true,
      })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(arbitraryValue(node.items as TSchema), {
        minLength: (node.minItems as number) ?? 0,
        maxLength: Math.max((node.minItems as number) ?? 0, 3),
      })
    case 'object':
      return arbitraryObject(node)
    default:
      return fc.jsonValue()
  }
}

function arbitraryString(node: Node): fc.Arbitrary<string> {
  if (typeof node.format === 'string') return formats[node.format] ?? fc.constant('')
  if (node.routeIcon) return fc.constantFrom(...routeIcons)
  if (typeof node.pattern === 'string') {
    const longest = (node.maxLength as number) ?? 1000
    return fc.stringMatching(new RegExp(node.pattern, 'u')).filter((text) => [...text].length <= longest)
  }
  const minLength = (node.minLength as number) ?? 0
  return fc.string({ unit: 'binary', minLength, maxLength: 20 }).map((text) => text.replaceAll('\0', '0'))
}

/** The generator knows no look-ahead; the one pattern that has one accepts any plain word. */
const arbitraryKey = (pattern: string) =>
  fc.stringMatching(pattern.includes('(?!') ? /^[a-z]{1,10}$/ : new RegExp(pattern, 'u'))

function arbitraryObject(node: Node): fc.Arbitrary<unknown> {
  const properties = Object.entries((node.properties as Record<string, TSchema>) ?? {})
  const required = (node.required as string[]) ?? []
  const patterns = Object.entries((node.patternProperties as Record<string, TSchema>) ?? {})
  const fixed = fc.record(Object.fromEntries(properties.map(([name, schema]) => [name, arbitraryValue(schema)])), {
    requiredKeys: required,
    noNullPrototype: true,
  })
  const free = patterns.map(([pattern, schema]) =>
    fc.dictionary(arbitraryKey(pattern), arbitraryValue(schema), {
      minKeys: (node.minProperties as number) ?? 0,
      maxKeys: 3,
      noNullPrototype: true,
    }),
  )
  const whole = fc
    .tuple(fixed, ...free)
    .map(([first, ...rest]) => Object.assign({}, ...rest, first) as Record<string, unknown>)
  const alternatives = (node.exactlyOneOf ?? node.atMostOneOf) as (string | string[])[] | undefined
  if (alternatives === undefined) return whole
  const groups = alternatives.map((group) => [group].flat())
  return fc.constantFrom(...groups).chain((chosen) => {
    const others = new Set(groups.flat().filter((field) => !chosen.includes(field)))
    const kept = properties.filter(([name]) => !others.has(name))
    return arbitraryObject({
      ...node,
      exactlyOneOf: undefined,
      atMostOneOf: undefined,
      properties: Object.fromEntries(kept),
      required: [...required, ...chosen],
    })
  })
}
