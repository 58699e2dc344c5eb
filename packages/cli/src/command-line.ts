/** Parses the command line. citty declares the commands but ignores unknown options; scripts rely on strict parsing, so it is done here. */
import { parseArgs } from 'node:util'
import type { Argument, Arguments, Command } from './command.ts'
import { CommandError, type ErrorDetail } from './command-error.ts'
import { exitCodes } from './exit-codes.ts'

export interface FoundCommand {
  command: Command
  /** The words of `guidebook account show`. */
  path: readonly string[]
  /** All words that are not part of the command's name. */
  rest: string[]
}

export const subCommandsOf = (command: Command): Readonly<Record<string, Command>> =>
  (command.subCommands ?? {}) as Record<string, Command>
export const argumentsOf = (command: Command): Arguments => (command.args ?? {}) as Arguments

/** Follows the words down the tree of commands; options may come anywhere. */
export function findCommand(root: Command, words: readonly string[]): FoundCommand {
  let command = root
  const path = ['guidebook']
  const rest: string[] = []
  for (const [index, word] of words.entries()) {
    const next = subCommandsOf(command)
    if (word === '--' || Object.keys(next).length === 0)
      return { command, path, rest: [...rest, ...words.slice(index)] }
    // Before the command, an option must be one word, `--admin-url=…`: its arguments are unknown yet.
    if (word.startsWith('-')) rest.push(word)
    else if (Object.hasOwn(next, word)) {
      command = next[word] as Command
      path.push(word)
    } else throw unknownCommand(path, word, Object.keys(next))
  }
  return { command, path, rest }
}

function unknownCommand(path: readonly string[], word: string, known: readonly string[]): CommandError {
  return new CommandError(`there is no command "${[...path, word].join(' ')}"`, {
    code: 'unknown-command',
    exitCode: exitCodes.usage,
    hint: `After "${path.join(' ')}" comes one of: ${known.join(', ')}.`,
  })
}

export type ParsedValues = Record<string, string | boolean | undefined>

/** Throws a `CommandError` for an unknown option, an option without its value, or an extra word. Does not check for missing arguments. */
export function parseValues(args: Arguments, words: readonly string[]): ParsedValues {
  const named = Object.entries(args).filter(([, { type }]) => type !== 'positional')
  const positions = Object.entries(args).filter(([, { type }]) => type === 'positional')
  const options = Object.fromEntries(named.map(([name, argument]) => [name, optionOf(argument)]))
  const { values, positionals } = strictly(() =>
    parseArgs({ args: [...words], options, strict: true, allowPositionals: true }),
  )
  if (positionals.length > positions.length) {
    throw usage('unexpected-word', `unexpected argument: "${positionals[positions.length]}"`)
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

const usage = (code: string, message: string, details: readonly ErrorDetail[] = []) =>
  new CommandError(message, { code, exitCode: exitCodes.usage, details, hint: 'Add --help for its arguments.' })

/** The required arguments that have no value yet. */
export const missingArguments = (args: Arguments, values: ParsedValues): [name: string, argument: Argument][] =>
  Object.entries(args).filter(([name, { required }]) => required === true && values[name] === undefined)

export const refuseMissing = (missing: readonly [string, Argument][]): CommandError =>
  usage(
    'required-field',
    'arguments are missing',
    missing.map(([name, argument]) => ({
      pointer: shownName(name, argument),
      message: `is required: ${argument.description ?? ''}`,
    })),
  )

/** Throws a `CommandError` for a value that is not among the choices of its argument. */
export function checkChoices(args: Arguments, values: ParsedValues): void {
  const faults = Object.entries(args).flatMap(([name, argument]) => {
    const { options } = argument as { options?: readonly string[] }
    const value = values[name]
    if (options === undefined || value === undefined || options.includes(String(value))) return []
    return [{ pointer: shownName(name, argument), message: `must be one of: ${options.join(', ')}` }]
  })
  if (faults.length > 0) throw usage('invalid-field', 'a value is invalid', faults)
}

/** `--email` or `ACCOUNT`, as in the help. */
export const shownName = (name: string, { type }: Argument): string =>
  type === 'positional' ? name.toUpperCase() : `--${name}`
