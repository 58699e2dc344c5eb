/** Finds the operation of a request: one tree of path segments, made once; no regular expression runs per request. */
import type { Operation } from './operation.ts'

export interface PathMatch {
  operation: Operation
  /** Decoded parameters by name. */
  params: Record<string, string>
}

/** `allow`: the path exists, but not with this method. */
export type PathResult = PathMatch | { allow: string[] } | null

export interface PathMatcher {
  /** `path` as in the request line, without the query. HEAD is answered by GET. */
  match(method: string, path: string): PathResult
}

interface Parameter {
  ending: string
  node: Node
}

interface Node {
  literals: Map<string, Node>
  /** Those with an ending come before the one without. */
  parameters: Parameter[]
  methods: Map<string, { operation: Operation; names: string[] }>
}

const newNode = (): Node => ({ literals: new Map(), parameters: [], methods: new Map() })

/** A literal segment wins over a parameter, a parameter with an ending (`{file}.gpx`) over one without. */
export function createPathMatcher(operations: Iterable<Operation>): PathMatcher {
  const root = newNode()
  for (const operation of operations) plant(root, operation)
  return {
    match(method, path) {
      const values: string[] = []
      const found = find(root, path.split('/'), 1, values)
      if (found === null) return null
      const wanted = found.methods.get(method === 'HEAD' ? 'GET' : method)
      if (wanted === undefined) return { allow: allowedMethods(found) }
      const params: Record<string, string> = {}
      for (const [index, name] of wanted.names.entries()) params[name] = values[index] ?? ''
      return { operation: wanted.operation, params }
    },
  }
}

const allowedMethods = ({ methods }: Node): string[] => [
  ...[...methods.keys()].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
  'OPTIONS',
]

function plant(root: Node, operation: Operation): void {
  const names: string[] = []
  let node = root
  for (const segment of operation.path.split('/').slice(1)) {
    const parameter = /^\{(\w+)\}(.*)$/.exec(segment)
    if (parameter?.[1] === undefined) node = literalOf(node, segment)
    else {
      names.push(parameter[1])
      node = parameterOf(node, parameter[2] ?? '')
    }
  }
  if (node.methods.has(operation.method)) throw new Error(`${operation.method} ${operation.path} is declared twice`)
  node.methods.set(operation.method, { operation, names })
}

function literalOf(node: Node, segment: string): Node {
  const known = node.literals.get(segment) ?? newNode()
  node.literals.set(segment, known)
  return known
}

function parameterOf(node: Node, ending: string): Node {
  const known = node.parameters.find((parameter) => parameter.ending === ending)
  if (known !== undefined) return known.node
  const added = newNode()
  node.parameters.push({ ending, node: added })
  node.parameters.sort((a, b) => b.ending.length - a.ending.length)
  return added
}

/** The node of the path, with the parameters' values put into `values` in the order of the path. */
function find(node: Node, segments: string[], index: number, values: string[]): Node | null {
  const segment = segments[index]
  if (segment === undefined) return node.methods.size > 0 ? node : null
  const literal = node.literals.get(segment)
  const byLiteral = literal === undefined ? null : find(literal, segments, index + 1, values)
  if (byLiteral !== null) return byLiteral
  for (const { ending, node: next } of node.parameters) {
    if (segment.length <= ending.length || !segment.endsWith(ending)) continue
    const value = decoded(segment.slice(0, segment.length - ending.length))
    if (value === null) continue
    const before = values.length
    values.push(value)
    const found = find(next, segments, index + 1, values)
    if (found !== null) return found
    values.length = before
  }
  return null
}

/** Null for a percent sign that stands for nothing: such a path leads nowhere. */
function decoded(segment: string): string | null {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}
