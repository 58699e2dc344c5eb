import { stripVTControlCharacters } from 'node:util'
import { type ArgsDef, renderUsage } from 'citty'
import type { Command } from './command.ts'
import { exitCodes } from './command-error.ts'

/** The usage of citty, then examples and exit codes. Without colours: citty checks the environment, not the terminal. */
export async function renderHelp({ summary, args, examples, commands }: Command, path: readonly string[]) {
  const subCommands = Object.fromEntries(
    Object.entries(commands).map(([name, { summary: description }]) => [name, { meta: { description } }]),
  )
  const usage = await renderUsage({
    meta: { name: path.join(' '), description: summary },
    args: args as ArgsDef,
    ...(Object.keys(commands).length > 0 && { subCommands }),
  })
  return [
    stripVTControlCharacters(usage).replaceAll(/ +$/gm, '').trimEnd(),
    ...(examples.length === 0 ? [] : ['', 'EXAMPLES', '', ...examples.map((example) => `  ${example}`)]),
    ...(path.length === 1 ? ['', 'EXIT CODES', '', ...exitCodeLines] : []),
    '',
  ].join('\n')
}

const exitCodeLines = Object.entries({
  [exitCodes.done]: 'done',
  [exitCodes.failed]: 'failed, or "doctor" found a problem',
  [exitCodes.usage]: 'the command line, a value or a file is invalid',
  [exitCodes.notFound]: 'not found',
  [exitCodes.refused]: 'refused: wrong token, or a conflict with the current state',
  [exitCodes.unreachable]: 'the admin listener, or a service behind it, is unavailable',
  [exitCodes.cancelled]: 'cancelled at a prompt',
}).map(([code, meaning]) => `${code.padStart(5)}  ${meaning}`)
