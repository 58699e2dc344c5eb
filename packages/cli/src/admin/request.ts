import { randomUUID } from 'node:crypto'
import { type PreparedRequest, prepareRequest } from '@guidebook/client/internal'
import { type Operation, type PartsOf, validate } from '@guidebook/contracts'
import { CommandError } from '../command-error.ts'
import { exitCodes } from '../exit-codes.ts'

interface AnyParts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/** A checked request that was not sent yet. A dry run shows it. */
export interface AdminRequest<O extends Operation = Operation> {
  operation: O
  parts: AnyParts
  /** Replaces the body in a dry run when the body contains a secret. */
  shownBody?: unknown
  /** Null when the operation takes none. */
  idempotencyKey: string | null
}

/**
 * Checks the parts against the contract before anything is sent. Throws a `CommandError` with all faults.
 * `idempotencyKey`: that of an earlier attempt; absent: a new one.
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
    const what = faults.length === 1 ? 'a value is invalid' : `${faults.length} values are invalid`
    throw new CommandError(`${what}; nothing was sent`, {
      code: faults[0]?.code ?? 'invalid-field',
      exitCode: exitCodes.usage,
      details: faults,
    })
  }
  return { operation, parts: parts as AnyParts, idempotencyKey: isKeyed(operation) ? idempotencyKey : null }
}

/** The request as it is sent. */
export function prepare(
  { operation, parts, idempotencyKey }: AdminRequest,
  { baseUrl, authorization }: { baseUrl: string; authorization: string | null },
): PreparedRequest {
  const { id, method, path } = operation
  const { body, ...others } = parts
  return prepareRequest(
    { id, method, path, keyed: isKeyed(operation) },
    body instanceof Uint8Array ? { ...others, file: new Uint8Array(body) } : parts,
    idempotencyKey === null ? {} : { idempotencyKey },
    { baseUrl, authorization, userAgent: null },
  )
}

const isKeyed = ({ errors }: Operation): boolean => errors.includes('idempotency-key-reused')

const faultsOf = (schema: Operation['body'], value: unknown = {}) =>
  schema === undefined ? [] : validate(schema, value)
