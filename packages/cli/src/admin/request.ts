import { randomUUID } from 'node:crypto'
import { type Operation, type PartsOf, requestPath, validate } from '@guidebook/contracts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'

/** One call as it will go out; a dry run shows exactly this. */
export interface AdminRequest<O extends Operation = Operation> {
  operation: O
  /** With the query. */
  path: string
  body: unknown
  /** What a dry run shows for the body, where that holds a secret. */
  shownBody?: unknown
  /** Where the operation takes one: a repeat then has no second effect. */
  idempotencyKey: string | null
}

interface AnyParts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/**
 * Fills in an operation. What the contract refuses is found here, before anything is sent: a `Failure` with all faults.
 * `idempotencyKey`: for a repeat of an earlier command; absent, a new one is made where the operation takes one.
 */
export function request<const O extends Operation>(
  operation: O,
  parts: PartsOf<O>,
  idempotencyKey: string = randomUUID(),
): AdminRequest<O> {
  const { params, query, body } = parts as AnyParts
  const faults = [
    ...faultsOf(operation.params, params),
    ...faultsOf(operation.query, query),
    ...(body === undefined && operation.bodyOptional ? [] : faultsOf(operation.body, body)),
  ]
  if (faults.length > 0) {
    const what = faults.length === 1 ? 'a value is' : `${faults.length} values are`
    throw new Failure(`${what} not right; nothing was sent`, {
      code: faults[0]?.code ?? 'invalid-field',
      exitCode: exitCodes.usage,
      details: faults,
    })
  }
  return {
    operation,
    path: requestPath(operation.path, params, query),
    body,
    idempotencyKey: takesIdempotencyKey(operation) ? idempotencyKey : null,
  }
}

/** The contract says it by the error that only such an operation has. */
export const takesIdempotencyKey = ({ errors }: Operation): boolean => errors.includes('idempotency-key-reused')

const faultsOf = (schema: Operation['body'], value: unknown = {}) =>
  schema === undefined ? [] : validate(schema, value)
