type Json = Record<string, unknown>

/**
 * The same document in OpenAPI 3.0, for tools that do not read 3.1: without the webhook, which 3.0 cannot describe, and with the schemas in
 * its dialect of JSON Schema.
 */
export function toVersion30({ webhooks: _, info, ...document }: Json): Json {
  const { summary: __, ...oldInfo } = info as Json
  return { ...(converted(document) as Json), openapi: '3.0.3', info: oldInfo }
}

function converted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(converted)
  if (typeof value !== 'object' || value === null) return value
  const { $ref, ...siblings } = value as Json
  if ($ref !== undefined) return Object.keys(siblings).length === 0 ? { $ref } : { allOf: [{ $ref }], ...siblings }
  const parts = Object.entries(siblings).map(([keyword, part]) => convertedPart(keyword, part, siblings))
  return Object.assign({}, ...parts)
}

/** Converts a keyword. `examples` of a schema is an array; `examples` of a media type is an object and stays. */
function convertedPart(keyword: string, value: unknown, { type, patternProperties }: Json): Json {
  // Literal values are no schemas.
  if (keyword === 'example' || keyword === 'enum') return { [keyword]: value }
  if (keyword === 'properties') return { properties: mapped(value as Json) }
  if (keyword === 'examples' && Array.isArray(value)) return { example: value[0] }
  if (keyword === 'const' && typeof value !== 'object') return { enum: [value] }
  if (keyword === 'type' && Array.isArray(value)) return nullableType(value)
  if (keyword === 'anyOf' && Array.isArray(value)) return alternatives(value as Json[])
  if (keyword === 'patternProperties' && type === 'object') return otherProperties(value as Json)
  if (keyword === 'additionalProperties' && patternProperties !== undefined) return {}
  return { [keyword]: converted(value) }
}

/** Names of properties are no keywords. */
const mapped = (properties: Json): Json =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, converted(schema)]))

function nullableType(types: readonly unknown[]): Json {
  const others = types.filter((one) => one !== 'null')
  // 3.0 has one type for each schema.
  const named = others.length === 1 ? { type: others[0] } : { anyOf: others.map((type) => ({ type })) }
  return types.includes('null') ? { ...named, nullable: true } : named
}

function alternatives(schemas: readonly Json[]): Json {
  const others = schemas.filter(({ type }) => type !== 'null').map(converted)
  // `nullable` needs a type beside it. All nullable alternatives of the contracts are objects.
  const nullable = others.length < schemas.length ? { type: 'object', nullable: true } : {}
  return others.length === 1 ? { allOf: others, ...nullable } : { anyOf: others, ...nullable }
}

/** 3.0 has no patterns for names of properties. */
const otherProperties = (patterns: Json): Json => ({ additionalProperties: converted(Object.values(patterns)[0]) })
