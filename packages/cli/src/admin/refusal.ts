import { type Problem, schemas, validate } from '@guidebook/contracts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'

/** Statuses that mean something of their own to a script; every other 4xx is a refusal, every other 5xx a failure. */
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

const exitCodeOf = (status: number): ExitCode =>
  byStatus[status] ?? (status < 500 ? exitCodes.refused : exitCodes.failed)

/** What an answer that is no success means: all that its problem document says, with every fault. */
export function refusalOf(response: Response, text: string): Failure {
  const { status } = response
  const problem = readProblem(text)
  if (problem === null) {
    return new Failure(`the admin listener answered ${status} without saying why: is the address right?`, {
      code: 'unreadable-answer',
      exitCode: exitCodeOf(status),
      requestId: response.headers.get('x-request-id') ?? undefined,
    })
  }
  const { code, title, detail, errors, requestId } = problem
  return new Failure(detail === undefined || detail === title ? title : `${title}: ${detail}`, {
    code,
    exitCode: exitCodeOf(status),
    details: errors,
    hint: code === 'unauthorized' ? 'The admin token is not the one of this system.' : undefined,
    requestId,
  })
}

function readProblem(text: string): Problem | null {
  try {
    const value: unknown = JSON.parse(text)
    return validate(schemas.problem, value).length === 0 ? (value as Problem) : null
  } catch {
    // Not JSON: something else than our admin listener answered.
    return null
  }
}
