/** Questions to a person at a terminal. They are written to standard error: standard output has the answer alone. */
import { confirm, isCancel, select, text } from '@clack/prompts'
import { validate } from '@guidebook/contracts'
import type { Argument } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import type { Surroundings } from '../surroundings.ts'

export interface Ask {
  value(argument: Argument, name: string): Promise<string>
  confirm(question: string): Promise<boolean>
}

/** Null where no person can answer: in a pipe, in a build, or when a program reads the output. */
export function askWhere({ stdin, stderr, env }: Surroundings, forProgram: boolean): Ask | null {
  if (forProgram || stdin.isTTY !== true || stderr.isTTY !== true || (env.CI ?? '') !== '') return null
  const streams = { input: stdin as typeof process.stdin, output: stderr as typeof process.stderr }
  return {
    async value(argument, name) {
      const message = argument.description ?? name
      const { options } = argument as { options?: readonly string[] }
      const answer =
        options === undefined
          ? await text({ ...streams, message, validate: (value = '') => faultOf(argument, value) })
          : await select({ ...streams, message, options: options.map((value) => ({ value, label: value })) })
      return settled(answer)
    },
    confirm: async (question) => settled(await confirm({ ...streams, message: question, initialValue: false })),
  }
}

/** Undefined when the contract takes the value. */
function faultOf({ schema }: Argument, value: string): string | undefined {
  if (value === '') return 'is required'
  return schema === undefined ? undefined : validate(schema, value)[0]?.message
}

function settled<T>(answer: T): Exclude<T, symbol> {
  if (isCancel(answer)) throw new Failure('given up', { code: 'cancelled', exitCode: exitCodes.cancelled })
  return answer as Exclude<T, symbol>
}
