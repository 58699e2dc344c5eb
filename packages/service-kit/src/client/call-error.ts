import { type ErrorCode, errorCatalogue, type Fault, type Operation, type ServiceName } from '@guidebook/contracts'
import { BrokenCircuitError } from 'cockatiel'
import type { Dispatcher } from 'undici'
import { DependencyUnavailableError, isOutage, ServiceError } from '../errors/index.ts'

/** Statuses of an unavailable, overloaded or slow target. */
const unavailableStatuses = new Set([502, 503, 504])

/**
 * The error that an unsuccessful response means to the caller. A refusal (4xx) keeps code, detail and faults. When the target does not
 * accept us (401, 403), that is our fault, not the caller's; so is a 500, which is an error of that one request and no outage.
 * A slow statement or a missing share is a 503, like an outage.
 */
export async function refusalOf(
  { statusCode, body }: Dispatcher.ResponseData,
  target: ServiceName,
  operation: Operation,
): Promise<Error> {
  const problem = parseProblem(await body.text())
  const what = `${target} answered ${operation.id} with ${statusCode}`
  if (unavailableStatuses.has(statusCode)) return new DependencyUnavailableError(what)
  const cause = new Error(problem ? `${what} ${problem.code}` : what)
  if (!problem || statusCode >= 500 || problem.code === 'unauthorized' || problem.code === 'forbidden') {
    return new ServiceError('internal-error', { cause })
  }
  return new ServiceError(problem.code, { detail: problem.detail, faults: problem.errors, cause })
}

/** The problem document of another service; null for any other text. */
function parseProblem(text: string): { code: ErrorCode; detail: string | undefined; errors: Fault[] } | null {
  try {
    const { code, detail, errors } = JSON.parse(text)
    if (typeof code !== 'string' || !Object.hasOwn(errorCatalogue, code)) return null
    return {
      code: code as ErrorCode,
      detail: typeof detail === 'string' ? detail : undefined,
      errors: Array.isArray(errors) ? errors : [],
    }
  } catch {
    return null
  }
}

/** Whether the target is unavailable: worth another attempt, and counted by the circuit breaker. */
export const isUnavailable = (error: unknown): boolean => !(error instanceof ServiceError) && isOutage(error)

/** The error that a call throws. */
export function toCallError(error: unknown, target: ServiceName): unknown {
  if (!(error instanceof BrokenCircuitError || isUnavailable(error))) return error
  return new ServiceError('part-unavailable', {
    detail: `${target} is not available`,
    headers: { 'Retry-After': '5' },
    cause: error,
  })
}
