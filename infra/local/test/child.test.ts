import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { identify, isRunning } from '../src/processes/identity.ts'
import { run } from '../src/processes/run.ts'
import { stubProcessTracker } from './stub-host.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { throwawayChild } from './throwaway-child.ts'

const forever = 'setInterval(() => {}, 1000)'

describe('a child process', () => {
  test('leads its own process group, so that Ctrl-C at the terminal does not reach it', async () => {
    const child = await throwawayChild(forever)
    expect((await run('ps', ['-o', 'pgid=', '-p', String(child.pid)])).output.trim()).toBe(String(child.pid))
  })

  test('is stopped with its stop signal', async () => {
    const child = await throwawayChild(`process.on('SIGINT', () => process.exit(7)); ${forever}; console.log('up')`, {
      stopSignal: 'SIGINT',
      log: join(temporaryFolder(), 'log'),
    })
    await vi.waitFor(async () => expect(await identify(child.pid)).toBeDefined(), { timeout: 60_000 })
    expect(['SIGINT', 7]).toContain(((exit) => exit.signal ?? exit.code)(await child.stop(10_000)))
  })

  test('is killed with its process group when it does not stop in time', async () => {
    const log = join(temporaryFolder(), 'log')
    const grandchild = `require('node:child_process').spawn(process.execPath, ['-e', '${forever}']).pid`
    const child = await throwawayChild(`process.on('SIGTERM', () => {}); console.log(${grandchild}); ${forever}`, {
      log,
    })
    const pid = await vi.waitFor(
      () => {
        const number = Number(readFileSync(log, 'utf8'))
        expect(number).toBeGreaterThan(0)
        return number
      },
      { timeout: 60_000 },
    )
    const identity = await identify(pid)
    expect(identity).toBeDefined()
    expect(await child.stop(50)).toEqual({ code: null, signal: 'SIGKILL' })
    await vi.waitFor(async () => expect(identity && (await isRunning(identity))).toBe(false), { timeout: 60_000 })
  })

  test('fails with one line when it can not be started', async () => {
    await expect(throwawayChild('', { command: '/nowhere/program' })).rejects.toThrow(
      /^child can't be started: .*ENOENT$/,
    )
  })

  test('ends when it can not be recorded', async () => {
    const pids: number[] = []
    const track = async (_: string, pid: number) => {
      pids.push(pid)
      throw new Error('no space left on device')
    }
    const child = throwawayChild(forever, { tracker: { ...stubProcessTracker, track } })
    await expect(child).rejects.toThrow('no space left on device')
    expect(pids).toHaveLength(1)
    for (const pid of pids) expect(await identify(pid)).toBeUndefined()
  })

  test('inherits no environment', async () => {
    const log = join(temporaryFolder(), 'log')
    const child = await throwawayChild('console.log(JSON.stringify(process.env))', { log, env: { ONLY: 'this' } })
    await child.exited
    expect(JSON.parse(readFileSync(log, 'utf8'))).toEqual({ ONLY: 'this' })
  })
})
