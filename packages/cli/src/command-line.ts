/** From words to a command and its values. citty declares commands and forgives too much; what a script relies on is read strictly here. */
import { parseArgs } from 'node:util'
import type { Argument, Arguments, Command } from './command.ts'
import { exitCodes } from './exit-codes.ts'
import { Failure, type FailureDetail } from './failure.ts'

export interface FoundCommand {
  command: Command
  /** `guidebook account show`, as words. */
  path: readonly string[]
  /** All words that do not name the command. */
  rest: string[]
}

export const subCommandsOf = (command: Command): Readonly<Record<string, Command>> =>
  (command.subCommands ?? {}) as Record<string, Command>
export const argumentsOf = (command: Command): Arguments => (command.args ?? {}) as Arguments

/** Goes down the tree as far as words lead; options may stand anywhere. */
export function findCommand(root: Command, words: readonly string[]): FoundCommand {
  let command = root
  const path = ['guidebook']
  const rest: string[] = []
  for (const [index, word] of words.entries()) {
    const next = subCommandsOf(command)
    if (word === '--' || Object.keys(next).length === 0)
      return { command, path, rest: [...rest, ...words.slice(index)] }
    // Before the command is known, options come as one word: `--admin-url=…`.
    if (word.startsWith('-')) rest.push(word)
    else if (Object.hasOwn(next, word)) {
      command = next[word] as Command
      path.push(word)
    } else throw unknownCommand(path, word, Object.keys(next))
  }
  return { command, path, rest }
}

function unknownCommand(path: readonly string[], word: string, known: readonly string[]): Failure {
  return new Failure(`there is no command "${[...path, word].join(' ')}"`, {
    code: 'unknown-command',
    exitCode: exitCodes.usage,
    hint: `After "${path.join(' ')}" comes one of: ${known.join(', ')}.`,
  })
}

export type ParsedValues = Record<string, string | boolean | undefined>

/** Throws a `Failure` for an option that there is not, an option without its value, a word too many. Does not ask what is missing. */
export function parseValues(args: Arguments, words: readonly string[]): ParsedValues {
  const named = Object.entries(args).filter(([, { type }]) => type !== 'positional')
  const positions = Object.entries(args).filter(([, { type }]) => type === 'positional')
  const options = Object.fromEntries(named.map(([name, argument]) => [name, optionOf(argument)]))
  const { values, positionals } = strictly(() =>
    parseArgs({ args: [...words], options, strict: true, allowPositionals: true }),
  )
  if (positionals.length > positions.length) {
    throw usage('unexpected-word', `one word too many: "${positionals[positions.length]}"`)
  }
  for (const [index, [name]] of positions.entries()) values[name] = positionals[index]
  return values as ParsedValues
}

function optionOf(argument: Argument) {
  const { type, default: otherwise } = argument
  const alias = 'alias' in argument && typeof argument.alias === 'string' ? { short: argument.alias } : {}
  const kind = type === 'boolean' ? ('boolean' as const) : ('string' as const)
  return { type: kind, ...alias, ...(otherwise === undefined ? {} : { default: otherwise as string | boolean }) }
}

function strictly<T>(parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    throw usage('unknown-option', (error as Error).message.split('. ')[0] ?? '')
  }
}

const usage = (code: string, message: string, details: readonly FailureDetail[] = []) =>
  new Failure(message, { code, exitCode: exitCodes.usage, details, hint: 'Add --help to see what it takes.' })

/** The required arguments that have no value yet. */
export const missingArguments = (args: Arguments, values: ParsedValues): [name: string, argument: Argument][] =>
  Object.entries(args).filter(([name, { required }]) => required === true && values[name] === undefined)

export const refuseMissing = (missing: readonly [string, Argument][]): Failure =>
  usage(
    'required-field',
    'something is missing',
    missing.map(([name, argument]) => ({
      pointer: shownName(name, argument),
      message: `is required: ${argument.description ?? ''}`,
    })),
  )

/** Refuses a word that is not among those an option takes. */
export function checkChoices(args: Arguments, values: ParsedValues): void {
  const faults = Object.entries(args).flatMap(([name, argument]) => {
    const { options } = argument as { options?: readonly string[] }
    const value = values[name]
    if (options === undefined || value === undefined || options.includes(String(value))) return []
    return [{ pointer: shownName(name, argument), message: `must be one of: ${options.join(', ')}` }]
  })
  if (faults.length > 0) throw usage('invalid-field', 'a value is not right', faults)
}

/** `--email` or `ACCOUNT`, as the help shows it. */
export const shownName = (name: string, { type }: Argument): string =>
  type === 'positional' ? name.toUpperCase() : `--${name}`
