/** An example of a schema: its own, or one composed of the examples of its parts. */
import type { TSchema } from 'typebox'
import type { SchemaNode } from '../schemas/shape.ts'

const byFormat: Readonly<Record<string, string>> = {
  email: 'office@operator.example',
  uuid: '5a1c8e7e-3f0b-4c57-9a51-0f6d2b8f3f11',
}

export function exampleOf(schema: TSchema): unknown {
  const node = schema as SchemaNode
  const [own] = node.examples ?? []
  if (own !== undefined) return own
  if (node.const !== undefined) return node.const
  if (node.default !== undefined) return node.default
  if (node.enum !== undefined) return node.enum[0]
  if (node.anyOf !== undefined) return exampleOf(node.anyOf[0] as TSchema)
  return ofType([node.type].flat()[0], node)
}

function ofType(type: string | undefined, node: SchemaNode): unknown {
  if (type === 'object') return ofObject(node)
  if (type === 'array') return node.items === undefined ? [] : [exampleOf(node.items)]
  if (type === 'integer' || type === 'number') return node.minimum ?? 1
  if (type === 'boolean') return true
  if (type === 'string') return byFormat[node.format ?? ''] ?? 'text'
  return null
}

/** Only the first of mutually exclusive fields. */
function ofObject({ properties = {}, exactlyOneOf = [], atMostOneOf = [] }: SchemaNode): Record<string, unknown> {
  const excluded = new Set([...exactlyOneOf.slice(1), ...atMostOneOf.slice(1)].flat())
  const fields = Object.entries(properties).filter(([name]) => !excluded.has(name))
  return Object.fromEntries(fields.map(([name, field]) => [name, exampleOf(field)]))
}
