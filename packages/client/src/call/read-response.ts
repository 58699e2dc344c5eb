import { ApiError } from '../errors.ts'
import type { ApiResponse } from './call.ts'
import { readProblem } from './problem.ts'

/** Passes a success to `read`. Throws an ApiError for any other response. */
export function acceptSuccess<T>(operation: string, read: (response: Response) => Promise<T>, now: () => number) {
  return async (response: Response): Promise<T> => {
    if (response.ok || response.status === 304) return await read(response)
    throw new ApiError(operation, readProblem(response, await response.text(), now()))
  }
}

export interface ReadResponseOptions {
  /** The earlier response that the request named. */
  previous?: ApiResponse<unknown> | undefined
  now(): number
}

/** Reads a success as JSON. Throws an ApiError when it is not JSON: a proxy responded instead of the service. */
export async function readResponse(
  operation: string,
  response: Response,
  { previous, now }: ReadResponseOptions,
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
