import type { TSchema } from 'typebox'

type Node = Record<string, unknown>

const children = (node: Node): unknown[] => [
  ...Object.values((node.properties as Node | undefined) ?? {}),
  ...Object.values((node.patternProperties as Node | undefined) ?? {}),
  ...((node.anyOf as unknown[] | undefined) ?? []),
  node.items,
]

/** The schema and every schema within it. */
export function* schemasWithin(schema: TSchema): Generator<Node> {
  yield schema as Node
  for (const child of children(schema as Node))
    if (typeof child === 'object' && child !== null) yield* schemasWithin(child)
}
