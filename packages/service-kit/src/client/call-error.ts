import { type ErrorCode, errorCatalogue, type Fault, type Operation, type ServiceName } from '@guidebook/contracts'
import { BrokenCircuitError } from 'cockatiel'
import type { Dispatcher } from 'undici'
import { isOutage } from '../errors/outage.ts'
import { ServiceError } from '../errors/service-error.ts'

/** The target is away, overloaded or late: worth another attempt, and a strike for the breaker. */
export class TargetUnavailableError extends Error {
  override readonly name = 'TargetUnavailableError'
}

const passing = new Set([502, 503, 504])

/**
 * What an answer that is no success means to the caller. A refusal (4xx) keeps code, detail and faults. That the target does not
 * accept us (401, 403) is our fault, not the caller's; so is a 500, which stays an error of that one request and no outage.
 */
export async function refusalOf(
  response: Dispatcher.ResponseData,
  target: ServiceName,
  operation: Operation,
): Promise<Error> {
  const { statusCode } = response
  const text = await response.body.text()
  const what = `${target} answered ${operation.id} with ${statusCode}`
  if (passing.has(statusCode)) return new TargetUnavailableError(what)
  const problem = parseProblem(text)
  const cause = new Error(problem ? `${what} ${problem.code}` : what)
  if (!problem || statusCode >= 500 || problem.code === 'unauthorized' || problem.code === 'forbidden') {
    return new ServiceError('internal-error', { cause })
  }
  return new ServiceError(problem.code, { detail: problem.detail, faults: problem.errors, cause })
}

interface Problem {
  code: ErrorCode
  detail: string | undefined
  errors: Fault[]
}

function parseProblem(text: string): Problem | null {
  let value: { code?: unknown; detail?: unknown; errors?: unknown } | null
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  if (typeof value?.code !== 'string' || !Object.hasOwn(errorCatalogue, value.code)) return null
  return {
    code: value.code as ErrorCode,
    detail: typeof value.detail === 'string' ? value.detail : undefined,
    errors: Array.isArray(value.errors) ? (value.errors as Fault[]) : [],
  }
}

/** The error that leaves the client. */
export function toCallError(error: unknown, target: ServiceName): unknown {
  if (!(error instanceof TargetUnavailableError || error instanceof BrokenCircuitError || isOutage(error))) return error
  if (error instanceof ServiceError) return error
  return new ServiceError('part-unavailable', {
    detail: `${target} is not available`,
    headers: { 'Retry-After': '5' },
    cause: error,
  })
}
