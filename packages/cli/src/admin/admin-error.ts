import { ApiError, NetworkError } from '@guidebook/client/internal'
import { CommandError } from '../command-error.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { Connection } from './connection.ts'

/** Exit codes of some statuses. Every other status below 500 is `refused`, every other one is `failed`. */
const byStatus: Readonly<Record<number, ExitCode>> = {
  400: exitCodes.usage,
  404: exitCodes.notFound,
  413: exitCodes.usage,
  415: exitCodes.usage,
  422: exitCodes.usage,
  429: exitCodes.unreachable,
  502: exitCodes.unreachable,
  503: exitCodes.unreachable,
  504: exitCodes.unreachable,
}

function exitCodeOf(status: number): ExitCode {
  // A success that is not JSON, or a redirect: something else than the admin listener responded.
  if (status < 400) return exitCodes.unreachable
  return byStatus[status] ?? (status < 500 ? exitCodes.refused : exitCodes.failed)
}

/** Maps errors of a call to a `CommandError`; returns any other error as it is. */
export function toCommandError(error: unknown, connection: Connection, idempotencyKey: string | null): unknown {
  if (error instanceof ApiError) return refused(error)
  if (error instanceof NetworkError) return unreachable(error, connection, idempotencyKey)
  // A value that cannot be sent in a path.
  if (error instanceof TypeError)
    return new CommandError(error.message, { code: 'invalid-field', exitCode: exitCodes.usage })
  return error
}

function refused(error: ApiError): CommandError {
  const { status, code, title, detail, faults, requestId } = error
  const exitCode = exitCodeOf(status)
  const shared = { exitCode, requestId: requestId ?? undefined, cause: error }
  if (code === null) {
    return new CommandError(`the admin listener returned ${status} without a problem document: is the address right?`, {
      ...shared,
      code: 'unreadable-answer',
    })
  }
  return new CommandError(title === null || title === detail ? detail : `${title}: ${detail}`, {
    ...shared,
    code,
    details: faults,
    hint: code === 'unauthorized' ? 'The admin token does not belong to this system.' : undefined,
  })
}

/** The call may have had its effect although no response arrived. Its key makes a repeat safe. */
function unreachable(error: NetworkError, { url, from }: Connection, idempotencyKey: string | null): CommandError {
  const repeat =
    idempotencyKey === null ? '' : ` A repeat with --idempotency-key ${idempotencyKey} has no second effect.`
  return new CommandError(`no usable response from the admin listener at ${url}: ${reasonOf(error)}`, {
    code: 'unreachable',
    exitCode: exitCodes.unreachable,
    hint: `The address comes from ${from}. Run "guidebook doctor" for details.${repeat}`,
    cause: error,
  })
}

function reasonOf({ timedOut, cause }: NetworkError): string {
  if (timedOut) return 'no response in time'
  const failure = cause as Error & { cause?: { code?: string; message?: string } }
  return failure.cause?.code ?? failure.cause?.message ?? failure.message
}
