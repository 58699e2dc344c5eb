/** How a command is declared: what it takes, whether it changes something, what it answers. */
import type { Operation } from '@guidebook/contracts'
import { type ArgDef, type CommandDef, defineCommand } from 'citty'
import type { Admin } from './admin/admin.ts'
import type { AdminRequest } from './admin/request.ts'
import { commonArguments } from './common-arguments.ts'
import type { ExitCode } from './exit-codes.ts'
import type { Paint } from './output/paint.ts'

/** An argument of citty’s, with the schema of the contract that its value has to fit. */
export type Argument = ArgDef & { schema?: Operation['body'] }
export type Arguments = Readonly<Record<string, Argument>>

/** What the command gets; an argument that is required is there, because it is asked for or refused before. */
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

/** What a command has at hand. */
export interface Session {
  /** Found at the first use: not every command needs the admin listener. */
  admin(): Admin
  /** Of the repeat of an earlier command. */
  idempotencyKey: string | undefined
  /** A file, or standard input for `-`. Throws a `Failure`. */
  readText(file: string): Promise<string>
  /** The same as it is. */
  readBytes(file: string): Promise<Uint8Array>
}

/** What a command has at hand that goes on until it is ended. */
export interface RunningSession extends Session {
  env: Readonly<Record<string, string | undefined>>
  /** The local system's folder, with its `local.json` while it runs. */
  dataFolder: string
  /** Aborted by Ctrl-C, which is how it ends well. */
  interruption: AbortSignal
  /** Something happened: a line on standard output. */
  report(event: Pick<Answer, 'json' | 'text'>): void
  /** For people, beside it: a line on standard error. */
  note(line: string): void
}

/** What a command found or did: for programs and for people. */
export interface Answer {
  /** Goes to standard output with `--json`. */
  json: unknown
  /** Goes to standard output without. */
  text(paint: Paint): string
  /** For people, beside the answer: on standard error. */
  notes?: readonly string[]
  exitCode?: ExitCode
}

/** A change that was looked at from all sides that reading allows, and is not made yet. */
export interface Plan {
  /** In the order in which they go out. */
  requests: readonly AdminRequest[]
  /** What was noticed on the way. */
  notes?: readonly string[]
  /** What a person at a terminal confirms, because it cannot be taken back. */
  confirm?: string
  carryOut(): Promise<Answer>
}

interface Description<A extends Arguments> {
  summary: string
  args?: A
  /** Lines that a reader can type. */
  examples?: readonly string[]
}

export type ReadingCommand<A extends Arguments> = Description<A> & {
  read(values: Values<A>, session: Session): Promise<Answer> | Answer
}

export type ChangingCommand<A extends Arguments> = Description<A> & {
  plan(values: Values<A>, session: Session): Promise<Plan>
  /** There is a question to skip. */
  confirms?: true
  /** An operation in it takes an `Idempotency-Key`. */
  repeatable?: true
}

export type RunningCommand<A extends Arguments> = Description<A> & {
  run(values: Values<A>, session: RunningSession): Promise<void>
}

/** Commands with what citty does not know about them. */
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

/** A command that changes something: it has a dry run. */
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

/** A command that goes on, and tells what happens meanwhile. */
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

/** A noun with its verbs. */
export const group = (summary: string, subCommands: Record<string, Command>): Command =>
  defineCommand({ meta: { description: summary }, subCommands }) as Command
