import type { Answer } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import type { Surroundings } from '../surroundings.ts'
import { visible } from './layout.ts'
import { paintFor } from './paint.ts'

/** Answers go to standard output, everything that is said about them to standard error. Each way answers the exit code. */
export interface Output {
  json: boolean
  line(text: string): ExitCode
  help(text: string, exitCode: ExitCode): ExitCode
  notes(notes: readonly string[] | undefined): void
  answer(answer: Answer): ExitCode
  /** One of many, on a line of its own. */
  event(event: Pick<Answer, 'json' | 'text'>): void
  failure(error: unknown): ExitCode
}

export function createOutput(
  { stdout, stderr, env }: Surroundings,
  { json, color }: { json: boolean; color: boolean },
): Output {
  const paint = paintFor({ stream: stdout, env, wanted: color })
  const errorPaint = paintFor({ stream: stderr, env, wanted: color })
  const say = (text: string) => stderr.write(`${text}\n`)
  const notes = (lines: readonly string[] = []) => {
    for (const line of lines) say(errorPaint.faint(visible(line)))
  }

  function explain({ message, details, hint, requestId }: Failure): void {
    say(`${errorPaint.bad('guidebook:')} ${message.split('\n').map(visible).join('\n')}`)
    for (const { pointer, message: what } of details) {
      say(`  ${errorPaint.strong(visible(pointer || '(the whole body)'))} ${visible(what)}`)
    }
    if (hint !== undefined) say(visible(hint))
    if (requestId !== undefined) say(errorPaint.faint(`request ${visible(requestId)}`))
  }

  return {
    json,
    line(text) {
      stdout.write(`${text}\n`)
      return exitCodes.done
    },
    help(text, exitCode) {
      const isAsked = exitCode === exitCodes.done
      const stream = isAsked ? stdout : stderr
      stream.write(`${text}\n`)
      return exitCode
    },
    notes,
    answer(answer) {
      const text = json ? JSON.stringify(answer.json, null, 2) : answer.text(paint)
      if (text !== '') stdout.write(`${text}\n`)
      notes(answer.notes)
      return answer.exitCode ?? exitCodes.done
    },
    event(event) {
      stdout.write(`${json ? JSON.stringify(event.json) : event.text(paint)}\n`)
    },
    failure(error) {
      const failure = error instanceof Failure ? error : unexpected(error)
      if (json) {
        const { code, message, details, hint, requestId, exitCode } = failure
        say(JSON.stringify({ error: { code, message, details, hint, requestId, exitCode } }))
      } else explain(failure)
      return failure.exitCode
    },
  }
}

/** A fault of ours: whoever mends it needs the stack. */
const unexpected = (error: unknown): Failure =>
  new Failure(`unexpected: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`, {
    code: 'unexpected',
    exitCode: exitCodes.failed,
    cause: error,
  })
