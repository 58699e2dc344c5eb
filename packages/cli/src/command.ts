/** Declares a command: its arguments, whether it changes something, its result. */
import type { Session } from './admin/session.ts'
import { type Arguments, commonArguments, type Values } from './arguments.ts'
import type { Plan, Result } from './result.ts'

/** A command, or a group of commands. */
export interface Command {
  summary: string
  args: Arguments
  /** Command lines. */
  examples: readonly string[]
  commands: Readonly<Record<string, Command>>
  /** Absent in a group. A command without a result has reported everything while it ran. */
  run?(values: Values<Arguments>, session: Session): Promise<Result | Plan | undefined>
}

interface Description<A extends Arguments> {
  summary: string
  args?: A
  examples?: readonly string[]
}

type Run<A extends Arguments, R> = (values: Values<A>, session: Session) => Promise<R> | R

function command<A extends Arguments, R extends Result | Plan | undefined>(
  { summary, args, examples = [] }: Description<A>,
  more: Arguments,
  run: Run<A, R>,
): Command {
  const all = { ...args, ...more, ...commonArguments.every }
  return {
    summary,
    args: all,
    examples,
    commands: {},
    run: async (values, session) => run(values as Values<A>, session),
  }
}

/** A command that changes nothing. */
export const reading = <const A extends Arguments>(
  description: Description<A> & { read: Run<A, Result | undefined> },
): Command => command(description, {}, description.read)

/** A command that changes something and has a dry run. */
export function changing<const A extends Arguments>(
  description: Description<A> & {
    plan: Run<A, Plan>
    /** The plan has a question, which `--yes` skips. */
    confirms?: true
    /** An operation in it takes an `Idempotency-Key`. */
    repeatable?: true
  },
): Command {
  const { confirms, repeatable, plan } = description
  const { change, confirming, repeating } = commonArguments
  return command(description, { ...change, ...(confirms && confirming), ...(repeatable && repeating) }, plan)
}

export const group = (summary: string, commands: Readonly<Record<string, Command>>): Command => ({
  summary,
  args: {},
  examples: [],
  commands,
})
