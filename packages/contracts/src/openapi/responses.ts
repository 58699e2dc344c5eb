/** The answers of an operation: what it declares, and its errors grouped by status. */
import { commonErrors, type ErrorCode, errorCatalogue } from '../errors.ts'
import type { Operation } from '../operation.ts'
import { problem } from '../schemas/problem.ts'
import type { Components } from './components.ts'

type Json = Record<string, unknown>

const requestId = { $ref: '#/components/headers/RequestId' }

export function responsesOf(operation: Operation, components: Components): Json {
  const responses: Json = {}
  for (const [status, { description, body, contentType }] of Object.entries(operation.responses)) {
    responses[status] = {
      description,
      headers: successHeaders(Number(status)),
      ...(body === undefined ? {} : { content: { 'application/json': { schema: components.use(body) } } }),
      ...(contentType === undefined ? {} : { content: { [contentType]: {} } }),
    }
  }
  for (const [status, codes] of errorsByStatus(operation)) {
    const declared = responses[status] as { content?: Json } | undefined
    responses[status] = {
      description: codes.map((code) => `\`${code}\`: ${errorCatalogue[code].title}.`).join('\n\n'),
      headers: { 'X-Request-Id': requestId },
      content: { ...declared?.content, 'application/problem+json': { schema: components.use(problem) } },
    }
  }
  return responses
}

const successHeaders = (status: number): Json => ({
  'X-Request-Id': requestId,
  ...(status === 200 || status === 201 || status === 202 ? { ETag: { $ref: '#/components/headers/ETag' } } : {}),
  ...(status === 201 || status === 202 ? { Location: { $ref: '#/components/headers/Location' } } : {}),
})

/** Of the common errors only those that this operation can meet. */
function canMeet(operation: Operation, code: ErrorCode): boolean {
  const hasBody = operation.body !== undefined || operation.bodyContentTypes !== undefined
  if (code === 'method-not-allowed') return false
  if (code === 'malformed-json' || code === 'required-field' || code === 'exactly-one-of' || code === 'invalid-text') {
    return operation.body !== undefined
  }
  if (code === 'payload-too-large' || code === 'unsupported-media-type') return hasBody
  if (code === 'unknown-field' || code === 'invalid-field')
    return operation.body !== undefined || operation.query !== undefined
  if (code === 'unauthorized' || code === 'account-mismatch' || code === 'rate-limited')
    return operation.audience !== 'traveller'
  return true
}

function errorsByStatus(operation: Operation): [number, ErrorCode[]][] {
  const codes = [...commonErrors.filter((code) => canMeet(operation, code)), ...operation.errors]
  const grouped = Map.groupBy(new Set(codes), (code) => errorCatalogue[code].status)
  return [...grouped].sort(([a], [b]) => a - b)
}
