/** Converts our schemas to those of an OpenAPI document: titled ones become components, custom keywords become standard ones. */
import type { TSchema } from 'typebox'
import type { Alternatives, SchemaNode } from '../schemas/shape.ts'

type Json = Record<string, unknown>

/** Custom keywords that add nothing to the standard ones. */
const dropped = new Set(['fault', 'keyFault', 'wellFormed', 'routeIcon', 'exactlyOneOf', 'atMostOneOf'])

export interface Components {
  schemas: Record<string, Json>
  /** The schema in the document: a reference when it has a title. */
  use(schema: TSchema): Json
}

export function createComponents(): Components {
  const schemas: Record<string, Json> = {}
  const sources = new Map<string, string>()

  function use(schema: TSchema): Json {
    const { title } = schema as SchemaNode
    if (title === undefined) return plain(schema as Json)
    const source = JSON.stringify(schema)
    if (!sources.has(title)) {
      sources.set(title, source)
      schemas[title] = plain(schema as Json)
    } else if (sources.get(title) !== source) throw new Error(`two schemas have the title ${title}`)
    return { $ref: `#/components/schemas/${title}` }
  }

  function plain(schema: Json): Json {
    const copy: Json = {}
    for (const [keyword, value] of Object.entries(schema)) {
      if (!dropped.has(keyword)) copy[keyword] = converted(keyword, value)
    }
    return { ...copy, ...alternatives(schema) }
  }

  function converted(keyword: string, value: unknown): unknown {
    if (keyword === 'properties' || keyword === 'patternProperties') {
      return Object.fromEntries(Object.entries(value as Json).map(([name, schema]) => [name, use(schema as TSchema)]))
    }
    if (keyword === 'anyOf') return (value as TSchema[]).map(use)
    if (keyword === 'items') return use(value as TSchema)
    return value
  }

  return { schemas, use }
}

/** `exactlyOneOf` in standard JSON Schema. */
function alternatives(schema: Json): Json {
  const exactly = schema.exactlyOneOf as Alternatives | undefined
  return exactly === undefined ? {} : { oneOf: exactly.map((fields) => ({ required: [fields].flat() })) }
}
