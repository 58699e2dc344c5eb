import { createSession } from './admin/session.ts'
import { CommandError, type ExitCode, exitCodes } from './command-error.ts'
import { checkChoices, findCommand, missingArguments, parseValues, refuseMissing } from './command-line.ts'
import { complete } from './completion.ts'
import { describePlan } from './dry-run.ts'
import { guidebook, version } from './guidebook.ts'
import { renderHelp } from './help.ts'
import { createOutput } from './output/output.ts'
import type { ProcessContext } from './process-context.ts'
import { createAsk } from './prompts/ask.ts'

/** Runs one command line and returns its exit code. Errors are written to standard error. */
export async function run(words: readonly string[], context: ProcessContext): Promise<ExitCode> {
  const json = words.includes('--json')
  const output = createOutput(context, { json, color: !words.includes('--no-color') })
  try {
    if (words.length === 1 && words[0] === '--version') return output.text(version)
    if (words[0] === 'complete') return output.text(complete(guidebook, words.slice(1)).join('\n'))
    const { command, path, rest } = findCommand(guidebook, words)
    if (rest.some((word) => word === '--help' || word === '-h')) return output.text(await renderHelp(command, path))
    if (command.run === undefined) {
      context.stderr.write(`${await renderHelp(command, path)}\n`)
      return exitCodes.usage
    }

    const values = parseValues(command.args, rest)
    const ask = createAsk(context, json)
    const missing = missingArguments(command.args, values)
    if (missing.length > 0 && ask === null) throw refuseMissing(missing)
    for (const [name, argument] of missing) values[name] = await ask?.value(argument)
    checkChoices(command.args, values)

    const session = createSession(command.args, values, context, output)
    const outcome = await command.run(values as never, session)
    if (outcome === undefined) return exitCodes.done
    if (!('requests' in outcome)) return output.result(outcome)
    if (values['dry-run'] === true) {
      return output.result(outcome.preview ?? describePlan(outcome, session.connection().url))
    }
    output.notes(outcome.notes)
    const { confirm } = outcome
    if (confirm !== undefined && values.yes !== true && ask !== null && !(await ask.confirm(confirm))) {
      throw new CommandError('cancelled', 'cancelled', 'nothing was changed')
    }
    return output.result(await outcome.execute())
  } catch (error) {
    return output.failure(error)
  }
}
