import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bench } from './commands/bench.ts'
import { build } from './commands/build.ts'
import { check } from './commands/check.ts'
import type { Command } from './commands/command.ts'
import { demo } from './commands/demo.ts'
import { doctor } from './commands/doctor.ts'
import { down } from './commands/down.ts'
import { soak } from './commands/soak.ts'
import { start } from './commands/start.ts'
import { test } from './commands/test.ts'
import { up } from './commands/up.ts'
import { inOneLine, LocalFault } from './fault.ts'
import { say } from './say.ts'

const commands: Record<string, Command> = { start, up, demo, down, doctor, test, check, build, bench, soak }

// Only the user who started us may read data, mails, logs and secrets. Child processes inherit this.
process.umask(0o077)

const stopping = new AbortController()
// A terminal, npm and our own starter may each pass the same Ctrl-C on: all of them are one wish.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
// A test that started a system may be killed: that its pipe ends is then all that tells. Waiting for it keeps nothing alive.
if (process.env.GUIDEBOOK_ENDS_WITH_INPUT === 'yes') {
  process.stdin.once('end', () => stopping.abort()).resume()
  process.stdin.unref()
}
// What nobody expected ends everything, but in good order: the servers would otherwise stay without anyone to stop them.
let broken = false
process.on('uncaughtException', (error) => {
  broken = true
  process.stderr.write(`guidebook: ${error.stack ?? error}\n`)
  stopping.abort()
})
// A reader that has gone (`npm start | head`) must not end a running system halfway.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

async function main(): Promise<number> {
  const [name = '', ...args] = process.argv.slice(2)
  const command = commands[name]
  if (!command) throw new LocalFault(`no command "${name}": one of ${Object.keys(commands).join(', ')}`)
  const root = fileURLToPath(new URL('../../../', import.meta.url))
  const data = resolve(process.env.GUIDEBOOK_DATA ?? join(root, '.data'))
  return await command({ root, data, env: process.env, args, tell: say, signal: stopping.signal })
}

try {
  const code = await main()
  process.exitCode = broken ? 1 : code
} catch (error) {
  // Whoever asked for the end does not want to hear what came to nothing by it.
  if (stopping.signal.aborted) process.exitCode = broken ? 1 : 130
  else {
    process.stderr.write(`guidebook: ${inOneLine(error)}\n`)
    if (!(error instanceof LocalFault) && error instanceof Error) process.stderr.write(`${error.stack}\n`)
    process.exitCode = 1
  }
}
