/** Parses the command line. citty ignores unknown options; scripts rely on strict parsing, so it is done here. */
import { parseArgs } from 'node:util'
import type { Argument, Arguments } from './arguments.ts'
import type { Command } from './command.ts'
import { CommandError } from './command-error.ts'

export interface FoundCommand {
  command: Command
  /** The words of `guidebook account show`. */
  path: readonly string[]
  /** All words that are not part of the command's name. */
  rest: string[]
}

/** Follows the words down the tree of commands; options may come anywhere. */
export function findCommand(root: Command, words: readonly string[]): FoundCommand {
  let command = root
  const path = ['guidebook']
  const rest: string[] = []
  for (const [index, word] of words.entries()) {
    const { commands } = command
    if (word === '--' || command.run) return { command, path, rest: [...rest, ...words.slice(index)] }
    // Before the command, an option must be one word, `--admin-url=…`: its arguments are unknown yet.
    if (word.startsWith('-')) rest.push(word)
    else if (Object.hasOwn(commands, word)) {
      command = commands[word] as Command
      path.push(word)
    } else {
      throw new CommandError('usage', 'unknown-command', `there is no command "${[...path, word].join(' ')}"`, {
        hint: `After "${path.join(' ')}" comes one of: ${Object.keys(commands).join(', ')}.`,
      })
    }
  }
  return { command, path, rest }
}

export type ParsedValues = Record<string, string | boolean | undefined>

export const positionals = (args: Arguments): string[] =>
  Object.keys(args).filter((name) => args[name]?.type === 'positional')

/** Throws a `CommandError` for an unknown option, an option without its value, or an extra word. Does not check for missing arguments. */
export function parseValues(args: Arguments, words: readonly string[]): ParsedValues {
  const named = Object.entries(args).filter(([, { type }]) => type !== 'positional')
  const options = Object.fromEntries(
    named.map(([name, { type, alias }]) => [
      name,
      { type: type === 'boolean' ? ('boolean' as const) : ('string' as const), ...(alias && { short: alias }) },
    ]),
  )
  const parsed = parseStrictly(words, options)
  const names = positionals(args)
  if (parsed.positionals.length > names.length) {
    throw usage('unexpected-word', `unexpected argument: "${parsed.positionals[names.length]}"`)
  }
  const positioned = Object.fromEntries(names.map((name, index) => [name, parsed.positionals[index]]))
  return { ...(parsed.values as ParsedValues), ...positioned }
}

function parseStrictly(
  words: readonly string[],
  options: NonNullable<Parameters<typeof parseArgs>[0]>['options'] & {},
) {
  try {
    return parseArgs({ args: [...words], options, strict: true, allowPositionals: true })
  } catch (error) {
    throw usage('unknown-option', (error as Error).message.split('. ')[0] ?? '')
  }
}

const usage = (code: string, message: string, faults: readonly (readonly [string, Argument, string])[] = []) =>
  new CommandError('usage', code, message, {
    details: faults.map(([name, { type }, fault]) => ({
      // As in the help.
      pointer: type === 'positional' ? name.toUpperCase() : `--${name}`,
      message: fault,
    })),
    hint: 'Add --help for its arguments.',
  })

/** The required arguments that have no value yet. */
export const missingArguments = (args: Arguments, values: ParsedValues): [name: string, argument: Argument][] =>
  Object.entries(args).filter(([name, { required }]) => required === true && values[name] === undefined)

export const refuseMissing = (missing: readonly [string, Argument][]): CommandError =>
  usage(
    'required-field',
    'arguments are missing',
    missing.map(([name, argument]) => [name, argument, `is required: ${argument.description}`]),
  )

/** Throws a `CommandError` for a value that is not among the choices of its argument. */
export function checkChoices(args: Arguments, values: ParsedValues): void {
  const faults = Object.entries(args).flatMap(([name, argument]) => {
    const { options: choices } = argument
    const value = values[name]
    if (choices === undefined || value === undefined || choices.includes(String(value))) return []
    return [[name, argument, `must be one of: ${choices.join(', ')}`] as const]
  })
  if (faults.length > 0) throw usage('invalid-field', 'a value is invalid', faults)
}
