import type { Refusal } from '../errors.ts'
import type { Fault } from '../generated/types.ts'
import { readRetryAfter } from './retry.ts'

/** So much of an answer that is not the service's own is shown, characters. */
const excerptLength = 200

/** What the answer says: the service's problem document (RFC 9457), or what can be told of a proxy's page. */
export function refusalOf(response: Response, text: string, now: number): Refusal {
  const { status, headers } = response
  const problem = parseProblem(text)
  return {
    status,
    code: problem?.code ?? null,
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
    // Pages of proxies are no JSON: the caller shows their beginning instead.
    return null
  }
}

function excerptOf({ headers, statusText }: Response, text: string): string {
  const type = headers.get('content-type') ?? 'no content type'
  const words = text
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return `not an answer of the service (${type}): ${words.slice(0, excerptLength) || statusText || 'empty'}`
}
