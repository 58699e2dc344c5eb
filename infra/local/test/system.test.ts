import { chmodSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { identify, isRunning } from '../src/processes/identity.ts'
import { serviceNames } from '../src/services/names.ts'
import { readDescription } from '../src/state/description.ts'
import { lockHolder } from '../src/state/lock.ts'
import { readProcesses } from '../src/state/processes.ts'
import { openWorkspace, throwawayFolder, type Workspace } from '../src/state/workspace.ts'
import { type System, startSystem } from '../src/system/start-system.ts'
import { brokerFacts } from './broker-facts.ts'
import { writeStubServices } from './stub-services.ts'

const never = new AbortController().signal

describe('the local system', () => {
  let root: string
  let workspace: Workspace
  let system: System
  const reported: string[] = []
  const start = (signal = never) => startSystem({ workspace, env: {}, report: (line) => reported.push(line), signal })
  const pidOf = (name: string) => readProcesses(workspace.data).find((process) => process.name === name)?.pid ?? 0

  beforeAll(async () => {
    root = await throwawayFolder('system')
    chmodSync(root, 0o755)
    writeStubServices(root)
    workspace = await openWorkspace(root, join(root, '.data'))
    system = await start()
  }, 120_000)

  afterAll(async () => {
    await system?.stop()
    rmSync(root, { recursive: true, force: true })
  })

  test('is described in a file while it runs', () => {
    const described = readDescription(workspace.data)
    expect(described).toEqual(system.description)
    expect(described?.processes.map(({ name }) => name).sort()).toEqual(
      [...serviceNames, 'postgres', 'rabbitmq', 'dovecot', 'epmd'].sort(),
    )
  })

  test('writes no file that another user of the machine can read', () => {
    const entries = readdirSync(workspace.data, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
    expect(files.length).toBeGreaterThan(10)
    expect(files.filter((file) => ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0)).toEqual([])
  })

  test('responds at the health address of every service', async () => {
    for (const { healthUrl } of Object.values(system.description.services))
      expect((await fetch(`${healthUrl}/readyz`)).status).toBe(200)
  })

  describe('RabbitMQ', () => brokerFacts(() => system.description))

  test('can not be started twice', async () => {
    await expect(start()).rejects.toThrow(`it runs already (process ${process.pid})`)
  })

  test.each(['releases', 'postgres', 'dovecot'])(
    '%s is restarted when it is killed',
    async (name) => {
      const killed = pidOf(name)
      process.kill(killed, 'SIGKILL')
      await vi.waitFor(() => expect(reported.at(-1)).toBe(`${name} runs again`), { timeout: 60_000, interval: 100 })
      const described = readDescription(workspace.data)?.processes.find((process) => process.name === name)
      expect(described?.pid).not.toBe(killed)
      expect(described && (await isRunning(described))).toBe(true)
    },
    90_000,
  )

  test('leaves no process after a stop, and keeps its data and addresses for the next start', async () => {
    const before = { ...system.description, processes: readProcesses(workspace.data) }
    await system.stop()
    for (const process of before.processes)
      expect([process.name, await isRunning(process)]).toEqual([process.name, false])
    expect(readDescription(workspace.data)).toBeUndefined()
    expect(lockHolder(workspace.data)).toBeUndefined()
    system = await start()
    expect({ ...system.description, processes: [] }).toEqual({ ...before, processes: [] })
  }, 120_000)

  test('stops everything that it has started when its start is aborted', async () => {
    await system.stop()
    const ending = new AbortController()
    const starting = start(ending.signal)
    const failed = expect(starting).rejects.toThrow()
    await vi.waitFor(() => expect(pidOf('rabbitmq')).toBeGreaterThan(0), { timeout: 30_000 })
    const started = readProcesses(workspace.data)
    ending.abort()
    await failed
    for (const process of started)
      expect([process.name, await identify(process.pid)]).toEqual([process.name, undefined])
  }, 120_000)
})
