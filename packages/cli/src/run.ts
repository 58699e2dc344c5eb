import { type Admin, createAdmin } from './admin/admin.ts'
import { findConnection } from './admin/connection.ts'
import type { Answer, Plan, RunningSession, Session } from './command.ts'
import { argumentsOf, checkChoices, findCommand, missingArguments, parseValues, refuseMissing } from './command-line.ts'
import { describePlan } from './dry-run.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { Failure } from './failure.ts'
import { guidebook, version } from './guidebook.ts'
import { renderHelp } from './help.ts'
import { createOutput, type Output } from './output/output.ts'
import { type Ask, askWhere } from './prompts/ask.ts'
import { readBytes, readText } from './read-file.ts'
import type { Surroundings } from './surroundings.ts'

/** Runs one command line; answers its exit code and throws nothing that a user can cause. */
export async function run(words: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  const output = createOutput(surroundings, {
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
    const ask = askWhere(surroundings, output.json)
    for (const [name, argument] of required(missingArguments(args, values), ask)) {
      values[name] = await ask?.value(argument, name)
    }
    checkChoices(args, values)
    const session = createSession(values, surroundings)
    const data = command.kind === 'running' ? untilEnded(session, surroundings, output) : session
    const result = await command.run({ rawArgs: rest, args: values as never, cmd: command, data })
    if (command.kind === 'running') return exitCodes.done
    if (command.kind === 'reading') return output.answer(result as Answer)

    const plan = result as Plan
    if (values['dry-run'] === true) return output.answer(describePlan(plan, session.admin().connection))
    output.notes(plan.notes)
    await confirmed(plan, values.yes === true ? null : ask)
    return output.answer(await plan.carryOut())
  } catch (error) {
    return output.failure(error)
  }
}

/** Without a person to ask, what is missing is a fault. */
function required(missing: ReturnType<typeof missingArguments>, ask: Ask | null) {
  if (missing.length > 0 && ask === null) throw refuseMissing(missing)
  return missing
}

async function confirmed({ confirm }: Plan, ask: Ask | null): Promise<void> {
  if (confirm === undefined || ask === null || (await ask.confirm(confirm))) return
  throw new Failure('nothing was changed', { code: 'cancelled', exitCode: exitCodes.cancelled })
}

function createSession(values: ReturnType<typeof parseValues>, { env, stdin, dataFolder }: Surroundings): Session {
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

const untilEnded = (session: Session, surroundings: Surroundings, output: Output): RunningSession => ({
  ...session,
  env: surroundings.env,
  dataFolder: surroundings.dataFolder,
  interruption: surroundings.interruption(),
  report: output.event,
  note: (line) => output.notes([line]),
})
