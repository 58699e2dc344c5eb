import { ApiError } from '../errors.ts'
import type { Answer } from './call.ts'
import type { OperationId } from './operation-types.ts'
import { refusalOf } from './refusal.ts'

/** Reads an answer to its end. Throws an ApiError when a success is no JSON: something between us and the service gave it. */
export async function readAnswer(
  id: OperationId,
  response: Response,
  previous: Answer<unknown> | undefined,
  now: () => number,
): Promise<Answer<unknown>> {
  const { status, headers } = response
  const text = await response.text()
  const data = () => {
    if (status === 304) return previous?.data
    if (status === 204) return undefined
    try {
      return JSON.parse(text)
    } catch {
      throw new ApiError(id, refusalOf(response, text, now()))
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
