import { rmSync } from 'node:fs'
import { declareTopology, exchangeName, queuesOf } from '@guidebook/service-kit/topology'
import amqp from 'amqplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isRunning } from '../src/processes/identity.ts'
import type { Running } from '../src/processes/server.ts'
import { createProcessTracker } from '../src/processes/tracker.ts'
import { serviceBrokerUser } from '../src/servers/broker-rights.ts'
import { amqpUrl, startRabbitmq } from '../src/servers/rabbitmq.ts'
import { ensureProgram, rabbitmqPackage } from '../src/servers/system-package.ts'
import { type ServiceName, serviceNames } from '../src/services/names.ts'
import { readProcesses } from '../src/state/processes.ts'
import { openWorkspace, throwawayFolder, type Workspace } from '../src/state/workspace.ts'
import { freePort } from './free-port.ts'
import { stubProcessTracker } from './stub-host.ts'

const vhost = 'guidebook'
const queueBytes = 1_000_000
const admin = { name: 'local', password: 'all', rights: [{ vhost, configure: '.*', write: '.*', read: '.*' }] }
const userOf = (service: ServiceName) => serviceBrokerUser(service, vhost, `${service}-password`)

describe('RabbitMQ with a user for each service', () => {
  let workspace: Workspace
  let server: Running
  let port: number

  const withChannel = async <T>(service: ServiceName, work: (channel: amqp.Channel) => Promise<T>): Promise<T> => {
    const connection = await amqp.connect(amqpUrl(port, userOf(service), vhost))
    connection.on('error', () => undefined)
    try {
      const channel = await connection.createChannel()
      channel.on('error', () => undefined)
      return await work(channel)
    } finally {
      await connection.close()
    }
  }

  beforeAll(async () => {
    const folder = await throwawayFolder('rabbitmq')
    workspace = await openWorkspace(folder, folder)
    port = await freePort()
    const program = await ensureProgram(rabbitmqPackage, () => undefined)
    const tracker = createProcessTracker(workspace.data, stubProcessTracker.stopping)
    server = await startRabbitmq({ workspace, tracker }, program, {
      ports: { amqp: port, distribution: await freePort(), epmd: await freePort() },
      vhosts: [vhost],
      users: [admin, ...serviceNames.map(userOf)],
      queueBytes,
    })
    await declareTopology(amqpUrl(port, admin, vhost))
  }, 120_000)

  afterAll(async () => {
    await server?.stop()
    if (workspace) rmSync(workspace.data, { recursive: true, force: true })
  })

  const tiers = ['', '.retry.1s', '.dead']

  test.each(serviceNames)('%s consumes its own queues', async (service) => {
    await withChannel(service, async (channel) => {
      for (const queue of queuesOf(service).flatMap((name) => tiers.map((tier) => `${name}${tier}`))) {
        expect(await channel.get(queue), queue).toBe(false)
      }
    })
  })

  test('the topology can be declared again', async () => {
    await declareTopology(amqpUrl(port, admin, vhost))
  })

  test('a full queue rejects messages, but another queue of the same sender accepts them', async () => {
    const connection = await amqp.connect(amqpUrl(port, userOf('releases'), vhost))
    try {
      const channel = await connection.createConfirmChannel()
      const publish = (queue: string) =>
        new Promise<boolean>((resolve) =>
          channel.publish(exchangeName('releases'), queue, Buffer.alloc(100_000), {}, (error) => resolve(!error)),
        )
      const outcomes: boolean[] = []
      while (outcomes.length < 50 && outcomes.at(-1) !== false) {
        outcomes.push(await publish('webhooks.release.shared.v1'))
      }
      expect(outcomes.at(-1)).toBe(false)
      expect(outcomes.length * 100_000).toBeGreaterThanOrEqual(queueBytes)
      expect(await publish('builder.release.build-requested.v1')).toBe(true)
    } finally {
      await connection.close()
    }
  })

  test('a message over 1 MiB is rejected', async () => {
    const refused = withChannel('releases', async (channel) => {
      const closed = new Promise((_resolve, reject) => channel.once('error', reject))
      channel.publish(exchangeName('releases'), 'webhooks.release.shared.v1', Buffer.alloc(1024 * 1024 + 1))
      await closed
    })
    await expect(refused).rejects.toThrow(/larger than configured max size/)
  })

  test('a service can not read the queue of another service', async () => {
    const reading = withChannel('gateway', (channel) => channel.consume('webhooks.account.changed.v1', () => undefined))
    await expect(reading).rejects.toThrow(/ACCESS_REFUSED/)
  })

  test("a service can not connect with another service's password", async () => {
    const url = amqpUrl(port, { name: 'gateway', password: userOf('builder').password }, vhost)
    await expect(amqp.connect(url)).rejects.toThrow(/ACCESS_REFUSED|403/)
  })

  test('no process is left after a stop', async () => {
    await server.stop()
    const started = readProcesses(workspace.data)
    expect(started.map(({ name }) => name)).toEqual(['epmd', 'rabbitmq'])
    for (const process of started) expect(await isRunning(process), process.name).toBe(false)
  })
})
