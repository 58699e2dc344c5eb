import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command } from './commands/command.ts'
import { printLine } from './report.ts'
import { oneLineMessage, UserFacingError } from './user-facing-error.ts'

const system = () => import('./commands/system.ts')
const tests = () => import('./commands/test.ts')
const tools = () => import('./commands/tools.ts')

/** Each loads only what it needs: all of it takes most of the processor time of a short command. */
const commands: Record<string, () => Promise<Command>> = {
  start: async () => (await system()).start,
  up: async () => (await system()).up,
  demo: async () => (await system()).demo,
  down: async () => (await import('./commands/down.ts')).down,
  doctor: async () => (await import('./commands/doctor.ts')).doctor,
  test: async () => (await tests()).test,
  'test:unit': async () => (await tests()).testUnit,
  check: async () => (await tools()).check,
  fix: async () => (await tools()).fix,
  build: async () => (await tools()).build,
  images: async () => (await tools()).images,
  bench: async () => (await tests()).bench,
  acceptance: async () => (await import('./commands/acceptance.ts')).acceptance,
  soak: async () => (await tests()).soak,
}

// Only this user may read data, mails, logs and secrets. Child processes inherit the mask.
process.umask(0o077)

const stopping = new AbortController()
// The terminal, npm and bootstrap.mjs may each forward the same Ctrl-C: all of them are one request.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
// When a test that started a system is killed, only the end of its pipe is left as a signal. Listening keeps no process alive.
if (process.env.GUIDEBOOK_ENDS_WITH_INPUT === 'yes') {
  process.stdin.once('end', () => stopping.abort()).resume()
  process.stdin.unref()
}
// An unexpected error stops everything in order; otherwise the servers would keep running.
let crashed = false
process.on('uncaughtException', (error) => {
  crashed = true
  process.stderr.write(`guidebook: ${error.stack ?? error}\n`)
  stopping.abort()
})
// A closed pipe (`npm start | head`) must not stop a running system.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

async function main(): Promise<number> {
  const [name = '', ...args] = process.argv.slice(2)
  const load = commands[name]
  if (!load) throw new UserFacingError(`unknown command "${name}"; use one of ${Object.keys(commands).join(', ')}`)
  const root = fileURLToPath(new URL('../../../', import.meta.url))
  const data = resolve(process.env.GUIDEBOOK_DATA ?? join(root, '.data'))
  const command = await load()
  return await command({ root, data, env: process.env, args, report: printLine, signal: stopping.signal })
}

try {
  const code = await main()
  process.exitCode = crashed ? 1 : code
} catch (error) {
  // After a request to stop, errors caused by the stop are not news.
  if (stopping.signal.aborted) process.exitCode = crashed ? 1 : 130
  else {
    const isUserFacing = error instanceof UserFacingError
    process.stderr.write(`guidebook: ${isUserFacing ? error.message : oneLineMessage(error)}\n`)
    if (!isUserFacing && error instanceof Error) process.stderr.write(`${error.stack}\n`)
    process.exitCode = 1
  }
}
