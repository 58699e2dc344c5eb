/** The few forms that all schemas are made of. */
import {
  type Static,
  type TObject,
  type TProperties,
  type TSchema,
  type TSchemaOptions,
  type TUnsafe,
  Type,
} from 'typebox'

/** An object that has these fields and no others. */
export const closed = <P extends TProperties>(properties: P, options: TSchemaOptions = {}): TObject<P> =>
  Type.Object(properties, { ...options, additionalProperties: false })

/** A text kept exactly as it was sent; NUL and lone surrogates are refused. Lengths count code points. */
export const text = (maxLength: number, options: TSchemaOptions & { minLength?: number } = {}) =>
  Type.String({ wellFormed: true, maxLength, ...options })

/** One of a list of words. */
export const oneOf = <const V extends string[]>(values: readonly [...V], options: TSchemaOptions = {}) =>
  Type.Enum<V>(values, { type: 'string', ...options })

/** The schema's values, or null where a value is not known. */
export function nullable<T extends TSchema>(schema: T): TUnsafe<Static<T> | null> {
  const { type, title, enum: values } = schema as { type?: unknown; title?: string; enum?: unknown[] }
  // A schema with a title becomes a component of its own in the OpenAPI document and is referred to, not copied.
  if (typeof type !== 'string' || title !== undefined) return Type.Unsafe(Type.Union([schema, Type.Null()]))
  return Type.Unsafe({ ...schema, type: [type, 'null'], ...(values === undefined ? {} : { enum: [...values, null] }) })
}

/**
 * Keyword for objects in which exactly one alternative must be sent. An alternative is a field, or a group of fields
 * that belong together. The fault points at the object.
 */
export type Alternatives = readonly (string | readonly string[])[]

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
      description: 'How many items at most. A page of large items has fewer.',
    }),
  ),
  cursor: Type.Optional(text(1000, { description: 'The `nextCursor` of the page before.' })),
}
