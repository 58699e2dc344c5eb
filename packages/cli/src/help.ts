import { stripVTControlCharacters } from 'node:util'
import { renderUsage } from 'citty'
import type { Command } from './command.ts'
import { exitCodes } from './exit-codes.ts'

/** The usage of citty, then examples and exit codes. Without colours: citty checks the environment, not the terminal. */
export async function renderHelp(command: Command, path: readonly string[]): Promise<string> {
  const meta = { ...(await (command.meta as object)), name: path.at(-1) ?? 'guidebook' }
  const parent = path.length > 1 ? { meta: { name: path.slice(0, -1).join(' ') } } : undefined
  const usage = stripVTControlCharacters(await renderUsage({ ...command, meta }, parent))
    .replaceAll(/ +$/gm, '')
    .trimEnd()
  const examples = (command.examples ?? []).map((example) => `  ${example}`)
  return [
    usage,
    ...(examples.length === 0 ? [] : ['', 'EXAMPLES', '', ...examples]),
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
