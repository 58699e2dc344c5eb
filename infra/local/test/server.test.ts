import { chmodSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { brokerDefinitions } from '@guidebook/deployment'
import { expect, onTestFinished, test, vi } from 'vitest'
import { identify } from '../src/processes/identity.ts'
import { type ServerOptions, startServer } from '../src/processes/server.ts'
import type { ProcessTracker } from '../src/processes/tracker.ts'
import { startPostgres } from '../src/servers/postgres.ts'
import { startRabbitmq } from '../src/servers/rabbitmq.ts'
import { findProgram, installWith, rabbitmqPackage } from '../src/servers/system-package.ts'
import { openWorkspace, throwawayFolder } from '../src/state/workspace.ts'
import { startSystem } from '../src/system/start-system.ts'
import { freePort } from './free-port.ts'
import { stubHost, stubProcessTracker } from './stub-host.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { throwawayChild } from './throwaway-child.ts'

test.each([
  ['the time of every stop', { stopMs: 20_000 }, 20_000],
  ['less time when its options say so', { stopMs: 20_000, failedStopMs: 3_000 }, 3_000],
])('a server that does not become ready gets %s to stop', async (_, options, expected) => {
  const timers = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => timers.mockRestore())
  const folder = temporaryFolder()
  const server: ServerOptions = {
    name: 'server',
    command: 'sleep',
    args: ['60'],
    cwd: folder,
    env: { PATH: process.env.PATH ?? '' },
    readiness: () => Promise.reject(new Error('not ready')),
    readyMs: 10_000,
    ...options,
  }
  await expect(startServer(stubHost(folder), server)).rejects.toThrow('not ready')
  expect(timers.mock.calls.map(([, delayMs]) => delayMs)).toContain(expected)
})

const aborted = AbortSignal.abort(new Error('stopped'))

test('a stop before the start of a server starts nothing, and what the server needed is stopped', async () => {
  const folder = temporaryFolder()
  const track = vi.fn<ProcessTracker['track']>()
  const afterStop = vi.fn()
  const server: ServerOptions = {
    ...{ name: 'server', command: 'sleep', args: ['60'], cwd: folder, env: { PATH: process.env.PATH ?? '' } },
    ...{ readiness: async () => undefined, readyMs: 10_000, stopMs: 1_000, afterStop },
  }
  const host = { ...stubHost(folder), tracker: { track, stopping: aborted } }
  await expect(startServer(host, server)).rejects.toThrow('stopped')
  expect(track).not.toHaveBeenCalled()
  expect(afterStop).toHaveBeenCalledOnce()
})

test('a stop before the servers start starts none', async () => {
  const folder = temporaryFolder()
  const report = vi.fn()
  const { workspace } = stubHost(folder)
  await expect(startSystem({ workspace, env: {}, report, signal: aborted })).rejects.toThrow('stopped')
  expect(report).not.toHaveBeenCalled()
  expect(existsSync(join(folder, 'postgres'))).toBe(false)
})

test('a stop during the start of RabbitMQ leaves no port mapper', async () => {
  const program = findProgram(rabbitmqPackage) ?? ''
  const stopping = new AbortController()
  const pids: number[] = []
  const tracker: ProcessTracker = {
    stopping: stopping.signal,
    async track(_, pid) {
      pids.push(pid)
      stopping.abort()
    },
  }
  const definitions = brokerDefinitions({ passwords: {}, administrator: { name: 'local', password: 'secret' } })
  const [amqp, distribution, epmd] = [await freePort(), await freePort(), await freePort()]
  const starting = startRabbitmq({ ...stubHost(temporaryFolder()), tracker }, program, {
    ports: { amqp, distribution, epmd },
    definitions,
    administrator: { name: 'local', password: 'secret' },
  })
  await expect(starting).rejects.toThrow('aborted')
  expect(pids).toHaveLength(1)
  for (const pid of pids) expect(await identify(pid)).toBeUndefined()
})

test('a stop during the installation of a package ends it without another try', async () => {
  const stopping = new AbortController()
  const apt = vi.fn(async () => {
    stopping.abort()
    return { code: 100, output: '' }
  })
  await expect(installWith(apt, 'some-package', stopping.signal)).rejects.toThrow('aborted')
  expect(apt).toHaveBeenCalledOnce()
  const failing = vi.fn(async () => ({ code: 100, output: 'E: no such package' }))
  expect(await installWith(failing, 'some-package', new AbortController().signal)).toMatchObject({ code: 100 })
  expect(failing).toHaveBeenCalledTimes(3)
})

test('PostgreSQL that rejects the password names the folders to remove', async () => {
  const root = await throwawayFolder('postgres')
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  chmodSync(root, 0o755)
  const workspace = await openWorkspace(root, join(root, '.data'))
  const options = { port: await freePort(), password: 'secret', disposable: true }
  await (await startPostgres({ workspace, tracker: stubProcessTracker }, options)).stop()
  const restart = (data: string) => {
    const host = { workspace: { ...workspace, data }, tracker: stubProcessTracker }
    return startPostgres(host, { ...options, password: 'another' })
  }
  const { data, state } = workspace
  await expect(restart(data)).rejects.toThrow(`remove ${data} to start again`)
  // As of a private checkout, whose state is elsewhere.
  await expect(restart('/private/.data')).rejects.toThrow(`remove /private/.data and ${state} to start again`)
}, 60_000)

test('PostgreSQL starts after a kill while its data folder was created', async () => {
  const root = await throwawayFolder('postgres')
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  chmodSync(root, 0o755)
  const workspace = await openWorkspace(root, join(root, '.data'))
  const options = { port: await freePort(), password: 'secret', disposable: true }
  const killed = await throwawayChild(`
    const { startPostgres } = await import(${JSON.stringify(import.meta.resolve('../src/servers/postgres.ts'))})
    const workspace = { ...${JSON.stringify(workspace)}, log: (name) => ${JSON.stringify(root)} + '/' + name }
    const tracker = { track: async () => undefined, stopping: new AbortController().signal }
    await startPostgres({ workspace, tracker }, ${JSON.stringify(options)})`)
  const folder = join(workspace.state, 'postgres')
  const files = () => readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const isBegun = () => files().some((name) => name.endsWith('PG_VERSION'))
  await vi.waitFor(() => expect(isBegun()).toBe(true), { timeout: 20_000, interval: 2 })
  await killed.stop(0)
  const running = await startPostgres({ workspace, tracker: stubProcessTracker }, options)
  await running.stop()
  expect(readdirSync(folder)).toEqual(['data'])
}, 60_000)
