/** The commands for completion: what may follow each of them. */
import type { Command } from '../command.ts'
import { argumentsOf, subCommandsOf } from '../command-line.ts'

export interface Word {
  word: string
  description: string
}

export interface Option extends Word {
  takesValue: boolean
  /** Its value is a file name. */
  takesFile: boolean
  /** Its possible values; empty: any. */
  choices: readonly string[]
}

export interface Node {
  /** `account show`; empty for the program itself. */
  path: string
  subCommands: readonly Word[]
  options: readonly Option[]
  /** One of its arguments or options is a file name. */
  takesFile: boolean
  /** Its possible arguments; empty: any. */
  choices: readonly string[]
}

export function completionTree(command: Command, path: readonly string[] = []): Node[] {
  const subCommands = Object.entries(subCommandsOf(command))
  const args = Object.entries(argumentsOf(command))
  const positions = args.filter(([, { type }]) => type === 'positional')
  const node: Node = {
    path: path.join(' '),
    subCommands: subCommands.map(([word, { meta }]) => ({ word, description: descriptionOf(meta) })),
    options: [
      ...args
        .filter(([, { type }]) => type !== 'positional')
        .map(([name, argument]) => ({
          word: `--${name}`,
          description: argument.description ?? '',
          takesValue: argument.type !== 'boolean',
          takesFile: takesFile(argument),
          choices: choicesOf(argument),
        })),
      {
        word: '--help',
        description: 'Show the arguments of the command',
        takesValue: false,
        takesFile: false,
        choices: [],
      },
    ],
    takesFile: args.some(([name, argument]) => name === 'file' || takesFile(argument)),
    choices: positions.flatMap(([, argument]) => choicesOf(argument)),
  }
  return [node, ...subCommands.flatMap(([name, next]) => completionTree(next, [...path, name]))]
}

const descriptionOf = (meta: unknown): string => (meta as { description?: string } | undefined)?.description ?? ''
const takesFile = (argument: object): boolean => (argument as { valueHint?: string }).valueHint === 'file'
const choicesOf = (argument: object): readonly string[] => (argument as { options?: string[] }).options ?? []
