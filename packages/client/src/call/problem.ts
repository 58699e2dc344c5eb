import type { ProblemDetails } from '../errors.ts'
import type { Fault } from '../generated/types.ts'
import { readRetryAfter } from './retry.ts'

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
