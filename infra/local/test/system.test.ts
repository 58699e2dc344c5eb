import { chmodSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import amqp from 'amqplib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { identify, isRunning } from '../src/processes/identity.ts'
import { serviceNames } from '../src/services/names.ts'
import { readDescription } from '../src/state/description.ts'
import { lockHolder } from '../src/state/lock.ts'
import { readProcesses } from '../src/state/processes.ts'
import { readPorts } from '../src/state/stored-ports.ts'
import { openWorkspace, throwawayFolder, type Workspace } from '../src/state/workspace.ts'
import { type System, startSystem } from '../src/system/start-system.ts'
import { brokerFacts } from './broker-facts.ts'
import { postgresFacts } from './postgres-facts.ts'
import { writeStubServices } from './stub-services.ts'

const never = new AbortController().signal

describe('the local system', () => {
  let root: string
  let workspace: Workspace
  let system: System
  const reported: string[] = []
  const start = (signal = never) => startSystem({ workspace, env: {}, report: (line) => reported.push(line), signal })
  /** Both use the addresses and passwords of the first start. */
  const inDatabase = async (sql: string): Promise<unknown[]> => {
    const client = new pg.Client({ connectionString: system.description.databaseUrl ?? '' })
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }
  const inQueue = async <T>(work: (channel: amqp.ConfirmChannel, queue: string) => T): Promise<Awaited<T>> => {
    const connection = await amqp.connect(system.description.amqpUrl)
    try {
      const channel = await connection.createConfirmChannel()
      const { queue } = await channel.assertQueue('kept')
      const result = await work(channel, queue)
      await channel.waitForConfirms()
      return result
    } finally {
      await connection.close()
    }
  }
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

  describe('PostgreSQL', () =>
    postgresFacts(
      () => system.description,
      () => workspace.log('postgres'),
    ))

  test('can not be started twice', async () => {
    await expect(start()).rejects.toThrow(`it runs already (process ${process.pid})`)
  })

  test.concurrent.each(['releases', 'postgres', 'dovecot'])(
    '%s is restarted when it is killed',
    async (name) => {
      const killed = pidOf(name)
      process.kill(killed, 'SIGKILL')
      await vi.waitFor(() => expect(reported).toContain(`${name} runs again`), { timeout: 60_000, interval: 100 })
      const described = readDescription(workspace.data)?.processes.find((process) => process.name === name)
      expect(described?.pid).not.toBe(killed)
      expect(described && (await isRunning(described))).toBe(true)
    },
    90_000,
  )

  test('leaves no process after a stop', async () => {
    await inDatabase('CREATE TABLE kept AS SELECT 7 AS number')
    await inQueue((channel, queue) => channel.sendToQueue(queue, Buffer.from('kept'), { persistent: true }))
    const processes = readProcesses(workspace.data)
    await system.stop()
    for (const process of processes) expect([process.name, await isRunning(process)]).toEqual([process.name, false])
    expect(readDescription(workspace.data)).toBeUndefined()
    expect(lockHolder(workspace.data)).toBeUndefined()
  }, 60_000)

  test('keeps its data, addresses and passwords for the next start, which stops everything when it is aborted', async () => {
    const ports = readPorts(workspace.data)
    // The start waits for this service until it is aborted.
    writeFileSync(join(root, 'services', 'webhooks', 'unready'), '')
    const ending = new AbortController()
    const failed = expect(start(ending.signal)).rejects.toThrow()
    onTestFinished(async () => {
      ending.abort()
      await failed
    })
    const gatewayUrl = system.description.services.gateway?.healthUrl
    const isReady = async () => expect((await fetch(`${gatewayUrl}/readyz`)).status).toBe(200)
    await vi.waitFor(isReady, { timeout: 90_000 })
    expect(await inDatabase('SELECT number FROM kept')).toEqual([{ number: 7 }])
    expect(await inQueue((channel, queue) => channel.get(queue))).toMatchObject({ content: Buffer.from('kept') })
    expect(readPorts(workspace.data)).toEqual(ports)
    expect(readDescription(workspace.data)).toBeUndefined()
    const started = readProcesses(workspace.data)
    expect(started.map(({ name }) => name)).toEqual(expect.arrayContaining(['rabbitmq', 'gateway', 'webhooks']))
    ending.abort()
    await failed
    for (const { name, pid } of started) expect([name, await identify(pid)]).toEqual([name, undefined])
  }, 120_000)
})
