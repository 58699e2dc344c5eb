/** The responses of an operation: those that it declares, and its errors grouped by status. */
import type { TObject } from 'typebox'
import { commonErrors, type ErrorCode, errorCatalogue } from '../errors.ts'
import { isConditional, isKeyed, type Operation, type ResponseSpec } from '../operation.ts'
import { problem } from '../schemas/problem.ts'
import type { SchemaNode } from '../schemas/shape.ts'
import type { Components } from './components.ts'
import { exampleOf } from './examples.ts'
import type fixedParts from './fixed-parts.json'

type Json = Record<string, unknown>

/** Responses of operations by status. Error responses are shared between operations: see `shareResponses`. */
export function responsesOf(operation: Operation, components: Components, publicUrl: string): Json {
  const responses: Json = {}
  for (const [status, response] of Object.entries(operation.responses)) {
    const { description, body, contentType } = response
    responses[status] = {
      description,
      headers: { ...headersOf(operation, Number(status)), ...occasionalHeaders(operation, response) },
      ...(body === undefined
        ? {}
        : { content: { 'application/json': { schema: components.received(body), example: exampleOf(body) } } }),
      ...(contentType === undefined ? {} : { content: { [contentType]: {} } }),
    }
  }
  if (isConditional(operation)) responses[304] = { description: unchanged, headers: headersOf(operation, 304) }
  for (const [status, codes] of errorsByStatus(operation)) {
    const declared = responses[status] as { content?: Json } | undefined
    responses[status] = {
      description: codes.map((code) => describeCode(code, publicUrl)).join('\n\n'),
      headers: headersOf(operation, status, codes),
      content: {
        ...declared?.content,
        'application/problem+json': {
          schema: components.received(problem),
          examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
        },
      },
    }
  }
  return responses
}

const unchanged = 'The resource still has the `ETag` of `If-None-Match`. The response has no body.'

const describeCode = (code: ErrorCode, publicUrl: string) =>
  `[\`${code}\`](${publicUrl}/docs/errors/${code}): ${errorCatalogue[code].title}.`

const header = (name: keyof typeof fixedParts.headers) => ({ $ref: `#/components/headers/${name}` })

/** Headers that each response with this status has, by name. `codes`: of an error response, the error, or all errors of the status. */
export const headersOf = ({ responses }: Operation, status: number, codes: readonly ErrorCode[] = []): Json =>
  status < 400 ? successHeaders(responses[status], status) : errorHeaders(status, codes)

/** Errors that soon pass by themselves, beside those of 429 and 503. */
const passing: readonly ErrorCode[] = ['request-in-progress', 'artifact-not-ready']

const errorHeaders = (status: number, codes: readonly ErrorCode[]): Json => ({
  'X-Request-Id': header('RequestId'),
  ...(status === 401 ? { 'WWW-Authenticate': header('WWWAuthenticate') } : {}),
  ...(status === 429 ? { RateLimit: header('RateLimit'), 'RateLimit-Policy': header('RateLimitPolicy') } : {}),
  ...(status === 429 || status === 503 || codes.some((code) => passing.includes(code))
    ? { 'Retry-After': header('RetryAfter') }
    : {}),
})

const successHeaders = (response: ResponseSpec | undefined, status: number): Json => ({
  'X-Request-Id': header('RequestId'),
  ...([200, 201, 202, 304].includes(status) && !response?.streamed ? { ETag: header('ETag') } : {}),
  ...(response?.location ? { Location: header('Location') } : {}),
})

/** Headers that only some responses have: a replayed one, and a page before the last. */
const occasionalHeaders = (operation: Operation, { body }: ResponseSpec): Json => ({
  ...((body as SchemaNode | undefined)?.properties?.nextCursor ? { Link: header('Link') } : {}),
  ...(isKeyed(operation) && !operation.secret ? { 'Idempotency-Replayed': header('IdempotencyReplayed') } : {}),
})

type Condition = (operation: Operation) => boolean

const takesJson: Condition = ({ body }) => body !== undefined
const takesBody: Condition = ({ body, bodyContentTypes }) => body !== undefined || bodyContentTypes !== undefined
const isOfAccount: Condition = ({ audience }) => audience !== 'traveller'
const fieldsOf = (schema: TObject | undefined) => Object.values(schema?.properties ?? {}) as SchemaNode[]
const isText = ({ wellFormed }: SchemaNode) => wellFormed === true

/** The operations that can return a common error; without a condition, all. */
const conditions: Partial<Record<ErrorCode, Condition>> = {
  'method-not-allowed': () => false,
  unauthorized: isOfAccount,
  'account-mismatch': isOfAccount,
  'account-suspended': isOfAccount,
  'request-timeout': takesBody,
  'payload-too-large': takesBody,
  'unsupported-media-type': takesBody,
  'malformed-json': takesJson,
  'exactly-one-of': takesJson,
  'required-field': (operation) => takesJson(operation) || (operation.query?.required ?? []).length > 0,
  'invalid-text': (operation) => takesJson(operation) || fieldsOf(operation.query).some(isText),
  // A text in the path is an identifier: where it is malformed, the response is 404.
  'invalid-field': (operation) =>
    takesJson(operation) || operation.query !== undefined || !fieldsOf(operation.params).every(isText),
  // A traveller's operation without a declared query ignores what mail programs add to links.
  'unknown-field': (operation) => takesJson(operation) || operation.query !== undefined || isOfAccount(operation),
}

/** The common errors that this operation can return. */
const canMeet = (operation: Operation, code: ErrorCode): boolean => conditions[code]?.(operation) ?? true

/** The errors that the operation declares, and the common errors that apply to it. */
export const codesOf = (operation: Operation): Set<ErrorCode> =>
  new Set([...commonErrors.filter((code) => canMeet(operation, code)), ...operation.errors])

function errorsByStatus(operation: Operation): [number, ErrorCode[]][] {
  const grouped = Map.groupBy(codesOf(operation), (code) => errorCatalogue[code].status)
  return [...grouped].sort(([a], [b]) => a - b)
}

interface Described {
  operationId: string
  responses: Record<string, Json>
}

/**
 * Replaces errors and 304 that several operations have by references, and returns the shared responses. The most frequent response of a status
 * is named after the status. Others are named after the status and the first operation that has them.
 */
export function shareResponses(operations: readonly Described[]): Record<string, Json> {
  const candidates = operations.flatMap(({ operationId, responses }) =>
    Object.entries(responses)
      .filter(([status]) => Number(status) >= 300)
      .map(([status, response]) => ({ operationId, responses, status, key: status + JSON.stringify(response) })),
  )
  const groups = [...Map.groupBy(candidates, ({ key }) => key).values()].sort((a, b) => b.length - a.length)
  const shared: Record<string, Json> = {}
  for (const group of groups.filter(({ length }) => length > 1)) {
    const [{ operationId, responses, status }] = group as [(typeof group)[0]]
    const plainName = (statusNames[Number(status)] ?? `Status ${status}`).replaceAll(' ', '')
    const name = plainName in shared ? `${plainName}_${operationId}` : plainName
    shared[name] = responses[status] as Json
    for (const one of group) one.responses[one.status] = { $ref: `#/components/responses/${name}` }
  }
  return shared
}

/** RFC 9110. */
const statusNames: Readonly<Record<number, string>> = {
  304: 'Not Modified',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}
