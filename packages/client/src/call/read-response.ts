import { ApiError, type ProblemDetails } from '../errors.ts'
import type { Fault } from '../generated/types.ts'
import type { ApiResponse } from '../options.ts'
import { readRetryAfter } from './retry.ts'

/** Passes a success to `read`. Throws an ApiError for any other response. */
export function acceptSuccess<T>(operation: string, read: (response: Response) => Promise<T>, now: () => number) {
  return async (response: Response): Promise<T> => {
    if (response.ok || response.status === 304) return await read(response)
    throw new ApiError(operation, readProblem(response, await response.text(), now()))
  }
}

/**
 * Reads a success as JSON. `previous`: the earlier response that the request named. Throws an ApiError when it is not JSON: a proxy
 * responded instead of the service.
 */
export async function readResponse(
  operation: string,
  response: Response,
  { previous, now }: { previous?: ApiResponse<unknown> | undefined; now(): number },
): Promise<ApiResponse<unknown>> {
  const { status, headers } = response
  const text = await response.text()
  const data = () => {
    if (status === 304) return previous?.data
    if (status === 204) return undefined
    try {
      return JSON.parse(text)
    } catch {
      throw new ApiError(operation, readProblem(response, text, now()))
    }
  }
  return {
    data: data(),
    status,
    headers,
    etag: headers.get('etag'),
    requestId: headers.get('x-request-id'),
    replayed: headers.get('idempotency-replayed') === 'true',
    notModified: status === 304,
  }
}

/** Length of the excerpt of a response that is not from the service, characters. */
const excerptLength = 200

/** Reads the service's problem document (RFC 9457), or an excerpt of a proxy's page. */
export function readProblem(response: Response, text: string, now: number): ProblemDetails {
  const { status, headers } = response
  const problem = parseProblem(text)
  return {
    status,
    code: problem?.code ?? null,
    title: problem?.title ?? null,
    detail: problem?.detail ?? problem?.title ?? excerptOf(response, text),
    requestId: problem?.requestId ?? headers.get('x-request-id'),
    faults: problem?.errors ?? [],
    retryAfter: readRetryAfter(headers, now),
  }
}

interface Problem {
  code: string
  title?: string
  detail?: string
  requestId?: string
  errors?: Fault[]
}

function parseProblem(text: string): Problem | null {
  try {
    const value = JSON.parse(text) as Partial<Problem> | null
    return typeof value?.code === 'string' ? (value as Problem) : null
  } catch {
    // Error pages of proxies are not JSON.
    return null
  }
}

function excerptOf({ headers, statusText }: Response, text: string): string {
  const type = headers.get('content-type') ?? 'no content type'
  const plain = text
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return `not a response of the service (${type}): ${plain.slice(0, excerptLength) || statusText || 'empty'}`
}
