import { type Admin, createAdmin } from './admin/admin.ts'
import { findConnection } from './admin/connection.ts'
import type { Plan, Result, RunningSession, Session } from './command.ts'
import { CommandError } from './command-error.ts'
import { argumentsOf, checkChoices, findCommand, missingArguments, parseValues, refuseMissing } from './command-line.ts'
import { describePlan } from './dry-run.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { guidebook, version } from './guidebook.ts'
import { renderHelp } from './help.ts'
import { createOutput, type Output } from './output/output.ts'
import type { ProcessContext } from './process-context.ts'
import { type Ask, createAsk } from './prompts/ask.ts'
import { readBytes, readText } from './read-file.ts'

/** Runs one command line and returns its exit code. Errors are written to standard error. */
export async function run(words: readonly string[], context: ProcessContext): Promise<ExitCode> {
  const output = createOutput(context, {
    json: words.includes('--json'),
    color: !words.includes('--no-color'),
  })
  try {
    if (words.length === 1 && words[0] === '--version') return output.line(version)
    const { command, path, rest } = findCommand(guidebook, words)
    const wantsHelp = rest.some((word) => word === '--help' || word === '-h')
    if (wantsHelp || command.run === undefined) {
      return output.help(await renderHelp(command, path), wantsHelp ? exitCodes.done : exitCodes.usage)
    }

    const args = argumentsOf(command)
    const values = parseValues(args, rest)
    const ask = createAsk(context, output.json)
    for (const [name, argument] of required(missingArguments(args, values), ask)) {
      values[name] = await ask?.value(argument, name)
    }
    checkChoices(args, values)
    const session = createSession(values, context)
    const data = command.kind === 'running' ? runningSession(session, context, output) : session
    const result = await command.run({ rawArgs: rest, args: values as never, cmd: command, data })
    if (command.kind === 'running') return exitCodes.done
    if (command.kind === 'reading') return output.result(result as Result)

    const plan = result as Plan
    if (values['dry-run'] === true) return output.result(describePlan(plan, session.admin().connection))
    output.notes(plan.notes)
    await confirmed(plan, values.yes === true ? null : ask)
    return output.result(await plan.execute())
  } catch (error) {
    return output.failure(error)
  }
}

/** Without a person to prompt, missing arguments are an error. */
function required(missing: ReturnType<typeof missingArguments>, ask: Ask | null) {
  if (missing.length > 0 && ask === null) throw refuseMissing(missing)
  return missing
}

async function confirmed({ confirm }: Plan, ask: Ask | null): Promise<void> {
  if (confirm === undefined || ask === null || (await ask.confirm(confirm))) return
  throw new CommandError('nothing was changed', { code: 'cancelled', exitCode: exitCodes.cancelled })
}

function createSession(values: ReturnType<typeof parseValues>, { env, stdin, dataFolder }: ProcessContext): Session {
  const text = (name: string) => values[name] as string | undefined
  let admin: Admin | undefined
  return {
    admin() {
      admin ??= createAdmin(findConnection({ url: text('admin-url'), token: text('admin-token'), env, dataFolder }))
      return admin
    },
    idempotencyKey: text('idempotency-key'),
    readText: (file) => readText(file, stdin),
    readBytes: (file) => readBytes(file, stdin),
  }
}

const runningSession = (session: Session, context: ProcessContext, output: Output): RunningSession => ({
  ...session,
  env: context.env,
  dataFolder: context.dataFolder,
  interruption: context.interruption(),
  report: output.event,
  note: (line) => output.notes([line]),
})
