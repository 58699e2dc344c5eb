import { stripVTControlCharacters } from 'node:util'
import { renderUsage } from 'citty'
import type { Command } from './command.ts'
import { exitCodes } from './exit-codes.ts'

/** citty’s page, without its colours (it asks the environment, not the terminal), then examples and what the exit code tells. */
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
  [exitCodes.failed]: 'failed, or "doctor" found something to mend',
  [exitCodes.usage]: 'the command line, a value or a file in it is not right',
  [exitCodes.notFound]: 'not found',
  [exitCodes.refused]: 'refused: the token, or the state of things',
  [exitCodes.unreachable]: 'the admin listener, or a service behind it, did not answer',
  [exitCodes.cancelled]: 'given up at a question',
}).map(([code, meaning]) => `${code.padStart(5)}  ${meaning}`)
