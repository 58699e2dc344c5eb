/** Writes the client's two generated files: the types of partners' requests and responses, and the table of operations. */
import { isKeyed, type Operation, schemas } from '@guidebook/contracts'
import { createTypeWriter, type TypeWriter } from './type-writer.ts'

const head = '// Generated from the contracts: see README.md.\n'

export interface ApiSource {
  types: string
  operations: string
}

export function apiSource(operations: readonly Operation[]): ApiSource {
  const writer = createTypeWriter(namesOfSchemas())
  writer.use(schemas.fault)
  const signatures = operations.map((operation) => signature(operation, writer))
  const entries = operations.map((operation) => `  ${operation.id}: ${tableEntry(operation)},`)
  const imports =
    "import type { ChangeOptions, DeleteOptions, DownloadOptions, ReadOptions, WriteOptions, CallOptions } from '../options.ts'"
  const calls = `/** Request and response of each operation. */\nexport interface Operations {\n${signatures.join('\n')}\n}`
  return {
    types: [head + imports, ...writer.declarations(), calls].join('\n\n').concat('\n'),
    operations: `${head}\nexport const operations = {\n${entries.join('\n')}\n} as const\n`,
  }
}

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

/** Schemas that contracts export keep their name; those of single strings and numbers need none. */
function namesOfSchemas(): Map<string, string> {
  const names = new Map([[JSON.stringify(schemas.problem.properties.code), 'ErrorCode']])
  for (const [name, value] of Object.entries(schemas)) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) continue
    if ('properties' in value || 'enum' in value) names.set(JSON.stringify(value), capital(name))
  }
  return names
}

function signature(operation: Operation, writer: TypeWriter): string {
  const { id, params, query, body, bodyContentTypes } = operation
  const response = responseOf(operation, writer)
  const parts = [
    ...(params ? [`params: ${writer.use(params)}`] : []),
    ...(query ? [`query: ${writer.useAs(`${capital(id)}Query`, query)}`] : []),
    ...(body ? [`body: ${writer.useAs(`${capital(id)}Body`, body)}`] : []),
    ...(bodyContentTypes ? ['file: string | Uint8Array<ArrayBuffer> | Blob'] : []),
    `response: ${response}`,
    `options: ${optionsOf(operation, response)}`,
  ]
  return `  ${id}: {\n${parts.join('\n').replaceAll(/^/gm, '    ')}\n  }`
}

function responseOf({ responses }: Operation, writer: TypeWriter): string {
  const types = Object.values(responses).map(({ body, contentType }) => {
    if (contentType !== undefined) return 'Response'
    return body === undefined ? 'undefined' : writer.use(body)
  })
  return [...new Set(types)].join(' | ')
}

function optionsOf(operation: Operation, response: string): string {
  if (response === 'Response') return 'DownloadOptions'
  if (operation.method === 'GET') return `ReadOptions<${response}>`
  const conditional = operation.errors.includes('precondition-failed')
  if (isKeyed(operation)) return conditional ? 'ChangeOptions' : 'WriteOptions'
  return conditional ? 'DeleteOptions' : 'CallOptions'
}

function tableEntry(operation: Operation): string {
  const keyed = isKeyed(operation) ? ', keyed: true' : ''
  const changesNothing = operation.changesNothing ? ', changesNothing: true' : ''
  return `{ method: '${operation.method}', path: '${operation.path}'${keyed}${changesNothing} }`
}
