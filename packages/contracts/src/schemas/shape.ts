/** Building blocks of all schemas. */
import {
  type Static,
  type TObject,
  type TProperties,
  type TSchema,
  type TSchemaOptions,
  type TUnsafe,
  Type,
} from 'typebox'

/** An object without other fields. */
export const closed = <P extends TProperties>(properties: P, options: TSchemaOptions = {}): TObject<P> =>
  Type.Object(properties, { ...options, additionalProperties: false })

/** A text that is stored exactly as it was sent; NUL and lone surrogates are refused. Lengths are in code points. */
export const text = (maxLength: number, options: TSchemaOptions & { minLength?: number } = {}) =>
  Type.String({ wellFormed: true, maxLength, ...options })

/** One of a list of strings. */
export const oneOf = <const V extends string[]>(values: readonly [...V], options: TSchemaOptions = {}) =>
  Type.Enum<V>(values, { type: 'string', ...options })

/** The schema's values, or null for an unknown value. */
export function nullable<T extends TSchema>(schema: T): TUnsafe<Static<T> | null> {
  const { type, title, enum: values } = schema as { type?: unknown; title?: string; enum?: unknown[] }
  // A schema with a title becomes a component of the OpenAPI document and is referenced, not copied.
  if (typeof type !== 'string' || title !== undefined) return Type.Unsafe(Type.Union([schema, Type.Null()]))
  return Type.Unsafe({ ...schema, type: [type, 'null'], ...(values === undefined ? {} : { enum: [...values, null] }) })
}

/**
 * Keyword for objects in which exactly one alternative must be sent. An alternative is a field, or a group of fields
 * that belong together. The fault points at the object.
 */
export type Alternatives = readonly (string | readonly string[])[]

/** The keywords of the contracts' schemas, for code that reads schemas. */
export interface SchemaNode {
  type?: string | string[]
  title?: string
  description?: string
  examples?: unknown[]
  default?: unknown
  const?: unknown
  enum?: unknown[]
  anyOf?: TSchema[]
  properties?: Record<string, TSchema>
  patternProperties?: Record<string, TSchema>
  required?: string[]
  minProperties?: number
  items?: TSchema
  minItems?: number
  maxItems?: number
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  wellFormed?: boolean
  routeIcon?: boolean
  exactlyOneOf?: Alternatives
  atMostOneOf?: Alternatives
}

/** One page of a list; `nextCursor` is opaque, null on the last page. */
export const pageOf = <T extends TSchema>(item: T) =>
  closed({ items: Type.Array(item), nextCursor: nullable(Type.String()) })

/** The query parameters of every list. */
export const pageQuery = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 200,
      default: 50,
      description: 'Largest number of items. A page of large items may have fewer.',
    }),
  ),
  cursor: Type.Optional(text(2000, { description: 'The `nextCursor` of the previous page.' })),
}
