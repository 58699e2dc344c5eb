/** Prompts at a terminal. They are written to standard error: standard output has only the result. */
import { confirm, isCancel, select, text } from '@clack/prompts'
import { visible } from '@guidebook/client/internal'
import { validate } from '@guidebook/contracts'
import type { Argument } from '../arguments.ts'
import { CommandError } from '../command-error.ts'
import type { ProcessContext } from '../process-context.ts'

export interface Ask {
  value(argument: Argument): Promise<string>
  confirm(question: string): Promise<boolean>
}

/** Null where no person can respond: in a pipe, in CI, or with `--json`. */
export function createAsk(
  { stdin, stderr, env }: Pick<ProcessContext, 'stdin' | 'stderr' | 'env'>,
  forProgram: boolean,
): Ask | null {
  if (forProgram || stdin.isTTY !== true || stderr.isTTY !== true || (env.CI ?? '') !== '') return null
  const streams = { input: stdin as typeof process.stdin, output: stderr as typeof process.stderr }
  return {
    async value(argument) {
      const message = argument.description
      const { options: choices } = argument
      const answer =
        choices === undefined
          ? await text({ ...streams, message, validate: (value = '') => faultOf(argument, value) })
          : await select({ ...streams, message, options: choices.map((value) => ({ value, label: value })) })
      return unlessCancelled(answer)
    },
    confirm: async (question) =>
      unlessCancelled(await confirm({ ...streams, message: visible(question), initialValue: false })),
  }
}

/** Undefined when the value is valid. */
function faultOf({ schema }: Argument, value: string): string | undefined {
  if (value === '') return 'is required'
  return schema === undefined ? undefined : validate(schema, value)[0]?.message
}

function unlessCancelled<T>(answer: T): Exclude<T, symbol> {
  if (isCancel(answer)) throw new CommandError('cancelled', 'cancelled', 'cancelled')
  return answer as Exclude<T, symbol>
}
