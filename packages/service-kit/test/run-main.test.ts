import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { bareEnvironment } from '../src/test/bare-environment.ts'

const program = fileURLToPath(new URL('./run-main-program.ts', import.meta.url))
const good = { PORT: '0', KEY: '1' }
let child: ChildProcess | undefined
afterEach(() => child?.kill('SIGKILL'))

/** Starts the program; `saw` waits for a text in its output. */
function run(env: Record<string, string>) {
  const started = spawn(process.execPath, [program], {
    env: { ...bareEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child = started
  let output = ''
  for (const stream of [started.stdout, started.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const ended = new Promise<number | null>((resolve) => started.on('close', resolve))
  return {
    ended,
    output: () => output,
    saw: (words: string) => vi.waitFor(() => expect(output).toContain(words), { timeout: 60_000 }),
    kill: (signal: NodeJS.Signals) => started.kill(signal),
  }
}

describe('the process of a service', () => {
  test('stops gracefully on SIGTERM; only its own user can read its files', async () => {
    const one = run(good)
    await one.saw('"msg":"ready"')
    expect(one.output()).toContain('{"umask":"77"}')
    one.kill('SIGTERM')
    expect(await one.ended).toBe(0)
    expect(one.output()).toContain('"msg":"stopped"')
  })

  test('begins to stop on SIGINT, too, and ends at once on the second signal', async () => {
    const one = run({ ...good, MODE: 'hangs at stop' })
    await one.saw('"msg":"ready"')
    one.kill('SIGINT')
    await one.saw('"msg":"stopping"')
    one.kill('SIGTERM')
    expect(await one.ended).toBe(130)
  })

  test('ends on a signal while it starts, too', async () => {
    const one = run({ ...good, MODE: 'hangs at start' })
    await one.saw('starting')
    one.kill('SIGTERM')
    expect(await one.ended).not.toBe(1)
  })

  test('reports all invalid settings without their values', async () => {
    const one = run({ PORT: 'hunter22' })
    expect(await one.ended).toBe(1)
    expect(one.output()).toContain(
      'tried cannot start, its settings are wrong:\n  PORT must be a whole number from 0 to 65535\n  KEY is missing\n',
    )
    expect(one.output()).not.toContain('hunter22')
  })

  test('that fails to start exits with 1 and reports why without secrets', async () => {
    const one = run({ ...good, MODE: 'fails' })
    expect(await one.ended).toBe(1)
    expect(one.output()).toContain('no database at postgres://…@host/db')
  })

  test('that fails to stop exits with 1', async () => {
    const one = run({ ...good, MODE: 'fails at stop' })
    await one.saw('"msg":"ready"')
    one.kill('SIGTERM')
    expect(await one.ended).toBe(1)
    expect(one.output()).toContain('socket stuck')
  })

  test('exits with 1 after an uncaught error', async () => {
    const one = run({ ...good, MODE: 'throws later' })
    expect(await one.ended).toBe(1)
    expect(one.output()).toMatch(/"level":"fatal".*a bug/)
    expect(one.output()).toContain('"msg":"stopped"')
  })
})
