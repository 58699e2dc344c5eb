/** Converts our schemas to those of an OpenAPI document: titled ones become components, custom keywords become standard ones. */
import type { TSchema } from 'typebox'
import type { Alternatives, SchemaNode } from '../schemas/shape.ts'
import glossary from './glossary.json' with { type: 'json' }

type Json = Record<string, unknown>

/**
 * Custom keywords that add nothing to the standard ones; and `default`, because generated clients would send it: then a later version could not
 * choose another one. It is described instead.
 */
const dropped = new Set(['fault', 'keyFault', 'wellFormed', 'routeIcon', 'exactlyOneOf', 'atMostOneOf', 'default'])

export interface Components {
  schemas: Record<string, Json>
  /** The schema of something that clients send; a reference when it has a title. Unknown fields are refused. */
  sent(schema: TSchema): Json
  /** The schema of something that clients receive. A later version may add fields. */
  received(schema: TSchema): Json
  /** The schema of a parameter. */
  parameter(schema: TSchema, name: string): Json
}

type Direction = 'sent' | 'received'

export function createComponents(): Components {
  const schemas: Record<string, Json> = {}
  const sources = new Map<string, { schema: TSchema; direction: Direction }>()

  function use(schema: TSchema, direction: Direction, owner: string | null): Json {
    const { title } = schema as SchemaNode
    if (title === undefined) return plain(schema as Json, direction, owner)
    const source = sources.get(title)
    if (source === undefined) {
      sources.set(title, { schema, direction })
      schemas[title] = withDescription(plain(schema as Json, direction, title), descriptionOf(schema as Json, title))
    } else if (source.direction !== direction || !isSame(source.schema, schema)) {
      throw new Error(`${title} has two schemas, or is both sent and received: give each its own title`)
    }
    return { $ref: `#/components/schemas/${title}` }
  }

  function plain(schema: Json, direction: Direction, owner: string | null): Json {
    const copy: Json = {}
    for (const [keyword, value] of Object.entries(schema)) {
      if (dropped.has(keyword)) continue
      if (keyword === 'additionalProperties' && value === false && direction === 'received') continue
      copy[keyword] = converted(keyword, value, direction, owner)
    }
    return { ...copy, ...alternatives(schema) }
  }

  function converted(keyword: string, value: unknown, direction: Direction, owner: string | null): unknown {
    const inside = (schema: unknown) => use(schema as TSchema, direction, owner)
    if (keyword === 'properties')
      return mapValues(value as Json, (schema, name) => field(schema as TSchema, direction, owner, name))
    if (keyword === 'patternProperties') return mapValues(value as Json, inside)
    if (keyword === 'anyOf') return (value as TSchema[]).map(inside)
    if (keyword === 'items') return inside(value)
    return value
  }

  function field(schema: TSchema, direction: Direction, owner: string | null, name: string): Json {
    const used = use(schema, direction, owner)
    // The component that it refers to has a description already.
    if ('$ref' in used) return withDescription(used, lookUp(`${owner}.${name}`))
    return withDescription(used, descriptionOf(schema as Json, `${owner}.${name}`, name))
  }

  return {
    schemas,
    sent: (schema) => use(schema, 'sent', null),
    received: (schema) => use(schema, 'received', null),
    parameter: (schema, name) => field(schema, 'sent', 'parameter', name),
  }
}

/** Almost always the same object, which is much faster to see than equal ones. */
const isSame = (one: TSchema, other: TSchema): boolean => one === other || JSON.stringify(one) === JSON.stringify(other)

const mapValues = (object: Json, change: (value: unknown, name: string) => unknown): Json =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]))

const terms: Readonly<Record<string, string>> = glossary
const lookUp = (term: string): string | undefined => (Object.hasOwn(terms, term) ? terms[term] : undefined)

/** The description in the schema, else the glossary's for the first of these names that it has. */
function descriptionOf({ description, default: value }: Json, ...names: string[]): string | undefined {
  const meaning = (description as string | undefined) ?? names.map(lookUp).find((found) => found !== undefined)
  return value === undefined ? meaning : [meaning, `Default: \`${value}\`.`].filter(Boolean).join(' ')
}

const withDescription = (schema: Json, description: string | undefined): Json =>
  description === undefined ? schema : { ...schema, description }

/** `exactlyOneOf` in standard JSON Schema. */
function alternatives(schema: Json): Json {
  const exactly = schema.exactlyOneOf as Alternatives | undefined
  return exactly === undefined ? {} : { oneOf: exactly.map((fields) => ({ required: [fields].flat() })) }
}
