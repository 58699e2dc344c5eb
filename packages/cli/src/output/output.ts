import { visible } from '@guidebook/client/internal'
import { CommandError, type ExitCode, exitCodes } from '../command-error.ts'
import type { ProcessContext } from '../process-context.ts'
import type { Result } from '../result.ts'
import { paintFor, render } from './layout.ts'

export type Output = ReturnType<typeof createOutput>

/** Writes results to standard output and everything else to standard error. */
export function createOutput(
  { stdout, stderr, env }: ProcessContext,
  { json, color: enabled }: { json: boolean; color: boolean },
) {
  const paint = paintFor({ stream: stdout, env, enabled })
  const errorPaint = paintFor({ stream: stderr, env, enabled })
  const writeError = (line: string) => stderr.write(`${line}\n`)
  const text = (written: string): ExitCode => {
    if (written !== '') stdout.write(`${written}\n`)
    return exitCodes.done
  }
  const notes = (lines: readonly string[] = []) => {
    for (const line of lines) writeError(errorPaint('faint', visible(line)))
  }

  function explain({ message, explanation: { details = [], hint, requestId } }: CommandError): void {
    writeError(`${errorPaint('bad', 'guidebook:')} ${message.split('\n').map(visible).join('\n')}`)
    for (const { pointer, message: what } of details) {
      writeError(`  ${errorPaint('strong', visible(pointer || '(the body)'))} ${visible(what)}`)
    }
    if (hint !== undefined) writeError(visible(hint))
    if (requestId) writeError(errorPaint('faint', `request ${visible(requestId)}`))
  }

  return {
    text,
    notes,
    result({ json: data, show, notes: lines, exitCode = exitCodes.done }: Result): ExitCode {
      text(json ? JSON.stringify(data, null, 2) : render(show, paint))
      notes(lines)
      return exitCode
    },
    /** Writes one event as a line. */
    event({ json: data, show }: Pick<Result, 'json' | 'show'>): void {
      text(json ? JSON.stringify(data) : render(show, paint))
    },
    failure(error: unknown): ExitCode {
      const failure = error instanceof CommandError ? error : unexpected(error)
      const { code, message, explanation, exitCode } = failure
      if (json) {
        const { details = [], hint, requestId } = explanation
        const shown = { code, message, details, hint, requestId: requestId ?? undefined, exitCode }
        writeError(JSON.stringify({ error: shown }))
      } else explain(failure)
      return exitCode
    },
  }
}

/** A bug: the stack is needed to fix it. */
const unexpected = (error: unknown): CommandError =>
  new CommandError('failed', 'unexpected', `unexpected: ${error instanceof Error ? (error.stack ?? error) : error}`)
