/** The requests of the OpenAPI document, for collections of programs that send requests. */

/** A value that the owner of the collection sets, as Postman and Bruno write it. */
export const variables = {
  baseUrl: 'Address of the service',
  apiKey: 'API key of the account',
  account: 'Account ID, from GET /account',
  oid: 'Operator ID of the account',
  partnerOid: 'Operator ID of a connected partner',
} as const

export interface CollectedRequest {
  name: string
  description: string
  method: string
  /** With parameters as `:name`. */
  path: string
  needsKey: boolean
  pathParameters: Parameter[]
  queryParameters: Parameter[]
  body: { contentType: string; text: string } | null
}
interface Parameter {
  name: string
  value: string
  description: string
}
export interface Chapter {
  name: string
  requests: CollectedRequest[]
}

interface OpenApi {
  tags: { name: string }[]
  paths: Record<string, Record<string, OpenApiOperation>>
}
interface OpenApiOperation {
  tags: string[]
  summary: string
  description: string
  security?: unknown[]
  parameters: { in?: string; name: string; description?: string; example?: unknown }[]
  requestBody?: { content: Record<string, { example?: unknown }> }
}

export function collectRequests(document: Record<string, unknown>): Chapter[] {
  const { tags, paths } = document as unknown as OpenApi
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ operation, request: requestOf(path, method, operation) })),
  )
  return tags
    .map(({ name }) => ({
      name,
      requests: all.filter(({ operation }) => operation.tags.includes(name)).map(({ request }) => request),
    }))
    .filter(({ requests }) => requests.length > 0)
}

function requestOf(path: string, method: string, operation: OpenApiOperation): CollectedRequest {
  const { summary, description, security, parameters, requestBody } = operation
  const inPlace = (place: string) =>
    parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, example, description: meaning = '' }) => ({
        name,
        value: example === undefined ? '' : withVariables(String(example)),
        description: meaning,
      }))
  const [content] = Object.entries(requestBody?.content ?? {})
  return {
    name: summary,
    description,
    method: method.toUpperCase(),
    path: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    needsKey: security === undefined,
    pathParameters: inPlace('path'),
    queryParameters: inPlace('query'),
    body: content === undefined ? null : { contentType: content[0], text: bodyText(content[1].example) },
  }
}

const bodyText = (example: unknown) =>
  withVariables(typeof example === 'string' ? example : JSON.stringify(example, null, 2))

/** Replaces the account and the Operator IDs of examples by variables, which the reader sets. */
const withVariables = (text: string) =>
  text
    .replaceAll(/\bACCOUNT_ID\b/g, '{{account}}')
    .replaceAll(/\bABC\b/g, '{{oid}}')
    .replaceAll(/\bXYZ\b/g, '{{partnerOid}}')
