/** Declares a command: its arguments, whether it changes something, its result. */
import type { Operation } from '@guidebook/contracts'
import { type ArgDef, type CommandDef, defineCommand } from 'citty'
import type { Admin } from './admin/admin.ts'
import type { AdminRequest } from './admin/request.ts'
import { commonArguments } from './common-arguments.ts'
import type { ExitCode } from './exit-codes.ts'
import type { Paint } from './output/paint.ts'

/** An argument of citty, with the contract's schema of its value. */
export type Argument = ArgDef & { schema?: Operation['body'] }
export type Arguments = Readonly<Record<string, Argument>>

/** The parsed arguments. Required arguments are always present: they are prompted for, or refused, before. */
export type Values<A extends Arguments> = {
  readonly [K in keyof A]: A[K] extends { type: 'boolean' }
    ? boolean
    : A[K] extends { options: readonly (infer O)[] }
      ? A[K] extends { required: true }
        ? O
        : O | undefined
      : A[K] extends { required: true }
        ? string
        : string | undefined
}

/** What a command works with. */
export interface Session {
  /** Connects on first use: not every command needs the admin listener. */
  admin(): Admin
  /** The key of an earlier attempt of the same command. */
  idempotencyKey: string | undefined
  /** A file, or standard input for `-`. Throws a `CommandError`. */
  readText(file: string): Promise<string>
  /** The same as bytes. */
  readBytes(file: string): Promise<Uint8Array>
}

/** What a command works with that runs until it is interrupted. */
export interface RunningSession extends Session {
  env: Readonly<Record<string, string | undefined>>
  /** The local system's folder. It contains `local.json` while the system runs. */
  dataFolder: string
  /** Aborted by Ctrl-C, which ends the command with success. */
  interruption: AbortSignal
  /** Writes an event as a line to standard output. */
  report(event: Pick<Result, 'json' | 'text'>): void
  /** Writes a line for people to standard error. */
  note(line: string): void
}

/** The result of a command, for programs and for people. */
export interface Result {
  /** Written to standard output with `--json`. */
  json: unknown
  /** Written to standard output without `--json`. */
  text(paint: Paint): string
  /** For people, written to standard error. */
  notes?: readonly string[]
  exitCode?: ExitCode
}

/** A change that was checked as far as reading allows, and is not made yet. */
export interface Plan {
  /** In the order in which they are sent. */
  requests: readonly AdminRequest[]
  /** What the checks found, for people. */
  notes?: readonly string[]
  /** Question to a person at a terminal, for a change that cannot be undone. */
  confirm?: string
  execute(): Promise<Result>
}

interface Description<A extends Arguments> {
  summary: string
  args?: A
  /** Command lines. */
  examples?: readonly string[]
}

export type ReadingCommand<A extends Arguments> = Description<A> & {
  read(values: Values<A>, session: Session): Promise<Result> | Result
}

export type ChangingCommand<A extends Arguments> = Description<A> & {
  plan(values: Values<A>, session: Session): Promise<Plan>
  /** The plan has a question, which `--yes` skips. */
  confirms?: true
  /** An operation in it takes an `Idempotency-Key`. */
  repeatable?: true
}

export type RunningCommand<A extends Arguments> = Description<A> & {
  run(values: Values<A>, session: RunningSession): Promise<void>
}

/** A command of citty with examples and its kind. */
export type Command = CommandDef & { examples?: readonly string[]; kind?: 'reading' | 'changing' | 'running' }

/** A command that changes nothing. */
export function reading<const A extends Arguments>({ summary, args, examples = [], read }: ReadingCommand<A>): Command {
  return Object.assign(
    defineCommand({
      meta: { description: summary },
      args: { ...args, ...commonArguments.every } as Arguments,
      run: ({ args: values, data }) => read(values as unknown as Values<A>, data as Session),
    }) as CommandDef,
    { examples, kind: 'reading' as const },
  )
}

/** A command that changes something and has a dry run. */
export function changing<const A extends Arguments>(command: ChangingCommand<A>): Command {
  const { summary, args, examples = [], plan, confirms, repeatable } = command
  const own = {
    ...args,
    ...commonArguments.change,
    ...(confirms && commonArguments.confirming),
    ...(repeatable && commonArguments.repeatable),
    ...commonArguments.every,
  }
  return Object.assign(
    defineCommand({
      meta: { description: summary },
      args: own as Arguments,
      run: ({ args: values, data }) => plan(values as unknown as Values<A>, data as Session),
    }) as CommandDef,
    { examples, kind: 'changing' as const },
  )
}

/** A command that runs until it is interrupted and reports events. */
export function running<const A extends Arguments>({ summary, args, examples = [], run }: RunningCommand<A>): Command {
  return Object.assign(
    defineCommand({
      meta: { description: summary },
      args: { ...args, ...commonArguments.every } as Arguments,
      run: ({ args: values, data }) => run(values as unknown as Values<A>, data as RunningSession),
    }) as CommandDef,
    { examples, kind: 'running' as const },
  )
}

/** A group of commands. */
export const group = (summary: string, subCommands: Record<string, Command>): Command =>
  defineCommand({ meta: { description: summary }, subCommands }) as Command
