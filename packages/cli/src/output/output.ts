import type { Result } from '../command.ts'
import { CommandError } from '../command-error.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { ProcessContext } from '../process-context.ts'
import { visible } from './layout.ts'
import { paintFor } from './paint.ts'

/** Writes results to standard output and everything else to standard error. The methods return the exit code. */
export interface Output {
  json: boolean
  line(text: string): ExitCode
  help(text: string, exitCode: ExitCode): ExitCode
  notes(notes: readonly string[] | undefined): void
  result(result: Result): ExitCode
  /** Writes one event as a line. */
  event(event: Pick<Result, 'json' | 'text'>): void
  failure(error: unknown): ExitCode
}

export function createOutput(
  { stdout, stderr, env }: ProcessContext,
  { json, color }: { json: boolean; color: boolean },
): Output {
  const paint = paintFor({ stream: stdout, env, enabled: color })
  const errorPaint = paintFor({ stream: stderr, env, enabled: color })
  const writeError = (text: string) => stderr.write(`${text}\n`)
  const notes = (lines: readonly string[] = []) => {
    for (const line of lines) writeError(errorPaint.faint(visible(line)))
  }

  function explain({ message, details, hint, requestId }: CommandError): void {
    writeError(`${errorPaint.bad('guidebook:')} ${message.split('\n').map(visible).join('\n')}`)
    for (const { pointer, message: what } of details) {
      writeError(`  ${errorPaint.strong(visible(pointer || '(the body)'))} ${visible(what)}`)
    }
    if (hint !== undefined) writeError(visible(hint))
    if (requestId !== undefined) writeError(errorPaint.faint(`request ${visible(requestId)}`))
  }

  return {
    json,
    line(text) {
      stdout.write(`${text}\n`)
      return exitCodes.done
    },
    help(text, exitCode) {
      const isRequested = exitCode === exitCodes.done
      const stream = isRequested ? stdout : stderr
      stream.write(`${text}\n`)
      return exitCode
    },
    notes,
    result(result) {
      const text = json ? JSON.stringify(result.json, null, 2) : result.text(paint)
      if (text !== '') stdout.write(`${text}\n`)
      notes(result.notes)
      return result.exitCode ?? exitCodes.done
    },
    event(event) {
      stdout.write(`${json ? JSON.stringify(event.json) : event.text(paint)}\n`)
    },
    failure(error) {
      const failure = error instanceof CommandError ? error : unexpected(error)
      if (json) {
        const { code, message, details, hint, requestId, exitCode } = failure
        writeError(JSON.stringify({ error: { code, message, details, hint, requestId, exitCode } }))
      } else explain(failure)
      return failure.exitCode
    },
  }
}

/** A bug: the stack is needed to fix it. */
const unexpected = (error: unknown): CommandError =>
  new CommandError(`unexpected: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`, {
    code: 'unexpected',
    exitCode: exitCodes.failed,
    cause: error,
  })
