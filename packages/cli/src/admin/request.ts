/** Requests to the admin listener: checked, prepared, sent. Every function throws a `CommandError`. */
import { randomUUID } from 'node:crypto'
import {
  ApiError,
  acceptSuccess,
  defaults,
  NetworkError,
  type PreparedRequest,
  perform,
  prepareRequest,
  readResponse,
  systemTiming,
} from '@guidebook/client/internal'
import { type AnswerOf, isKeyed, type Operation, type PartsOf, validate } from '@guidebook/contracts'
import { CommandError, type exitCodes } from '../command-error.ts'
import type { Connection } from './connection.ts'

export { CommandError }

interface AnyParts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/** A checked request that was not sent yet. A dry run shows it. */
export interface AdminRequest<O extends Operation = Operation> {
  operation: O
  parts: AnyParts
  /** Null when the operation takes none. */
  idempotencyKey: string | null
  /** Whether the command takes the key again. */
  isRepeatable: boolean
}

interface Repetition {
  /** Absent: a new key. */
  idempotencyKey?: string | undefined
  isRepeatable?: boolean
}

/** Checks the parts against the contract before anything is sent. */
export function checkedRequest<const O extends Operation>(
  operation: O,
  parts: PartsOf<O>,
  { idempotencyKey = randomUUID(), isRepeatable = false }: Repetition = {},
): AdminRequest<O> {
  const { params, query, body } = parts as AnyParts
  const faults = [
    ...faultsOf(operation.params, params),
    ...faultsOf(operation.query, query),
    ...(body === undefined && operation.bodyOptional ? [] : faultsOf(operation.body, body)),
  ]
  if (faults.length > 0) {
    const what = faults.length === 1 ? 'a value is invalid' : `${faults.length} values are invalid`
    throw new CommandError('usage', faults[0]?.code ?? 'invalid-field', `${what}; nothing was sent`, {
      details: faults,
    })
  }
  const key = isKeyed(operation) ? idempotencyKey : null
  return { operation, parts: parts as AnyParts, idempotencyKey: key, isRepeatable }
}

const faultsOf = (schema: Operation['body'], value: unknown = {}) =>
  schema === undefined ? [] : validate(schema, value)

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

interface Limits {
  /** For the call with its retries. */
  timeoutMs: number
  /** After temporary failures. */
  retries: number
}

/**
 * A person waits for the result and repeats the command. The time is longer than the gateway's longest wait for a service (the
 * redrive of dead letters, 60 s).
 */
const singleAttempt: Limits = { timeoutMs: 75_000, retries: 0 }

/** With retries, the request must be safe to repeat. */
export async function send<T>(
  connection: Connection,
  request: AdminRequest,
  read: (response: Response) => Promise<T>,
  limits: Limits = singleAttempt,
): Promise<T> {
  const { url: baseUrl, token } = connection
  const attemptTimeoutMs = limits.timeoutMs
  const settings = {
    ...defaults,
    ...limits,
    attemptTimeoutMs,
    baseUrl,
    authorization: `Bearer ${token}`,
    userAgent: null,
  }
  try {
    return await perform(
      { settings, timing: systemTiming },
      {},
      {
        prepare: () => ({ ...prepare(request, settings), repeatable: true }),
        receive: acceptSuccess(request.operation.id, read, systemTiming.now),
      },
    )
  } catch (error) {
    if (error instanceof ApiError) throw refused(error)
    if (error instanceof NetworkError) throw unreachable(error, connection, request)
    // A value that cannot be sent in a path.
    if (error instanceof TypeError) throw new CommandError('usage', 'invalid-field', error.message)
    throw error
  }
}

/** Sends the request and reads its response as JSON. */
export const call = <O extends Operation>(
  connection: Connection,
  request: AdminRequest<O>,
  limits?: Limits,
): Promise<AnswerOf<O>['body']> => {
  const read = async (response: Response) => {
    const { data } = await readResponse(request.operation.id, response, systemTiming)
    return data as AnswerOf<O>['body']
  }
  return send(connection, request, read, limits)
}

/** Exit codes of some statuses. Every other status below 500 is `refused`, every other one is `failed`. */
const byStatus: Readonly<Record<number, keyof typeof exitCodes>> = {
  400: 'usage',
  404: 'notFound',
  413: 'usage',
  415: 'usage',
  422: 'usage',
  429: 'unreachable',
  502: 'unreachable',
  503: 'unreachable',
  504: 'unreachable',
}

function refused({ status, code, title, detail, faults: details, requestId }: ApiError): CommandError {
  // Something else than the admin listener responded: its status says nothing about the request.
  if (code === null) {
    const message = `the admin listener returned ${status} without a problem document: is the address right?`
    return new CommandError('unreachable', 'unreadable-answer', message, { requestId })
  }
  const exit = byStatus[status] ?? (status < 500 ? 'refused' : 'failed')
  const hint = code === 'unauthorized' ? 'The admin token does not belong to this system.' : undefined
  const message = title === null || title === detail ? detail : `${title}: ${detail}`
  return new CommandError(exit, code, message, { details, hint, requestId })
}

/** The call may have had its effect although no response arrived. Its key makes a repeat safe. */
function unreachable(
  { timedOut, cause }: NetworkError,
  { url, from }: Connection,
  { idempotencyKey: key, isRepeatable }: AdminRequest,
): CommandError {
  const failure = cause as Error & { cause?: { code?: string; message?: string } }
  const reason = timedOut ? 'no response in time' : (failure.cause?.code ?? failure.cause?.message ?? failure.message)
  const repeat = key === null || !isRepeatable ? '' : ` A repeat with --idempotency-key ${key} has no second effect.`
  const message = `no usable response from the admin listener at ${url}: ${reason}`
  const hint = `The address comes from ${from}. Run "guidebook doctor" for details.${repeat}`
  return new CommandError('unreachable', 'unreachable', message, { hint })
}
