import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { maxMessageBytes } from '@guidebook/deployment'
import { run } from '../processes/run.ts'
import { type Host, type Running, startServer } from '../processes/server.ts'
import { brokerFolder, brokerLimits, brokerReadiness, type RabbitmqOptions } from './rabbitmq.ts'

const image = 'docker.io/library/rabbitmq:4.1'
const portInside = 5672

const configuration = `listeners.tcp.default = ${portInside}
load_definitions = /etc/rabbitmq/definitions.json
log.console.level = warning
raft.wal_max_size_bytes = 67108864
max_message_size = ${maxMessageBytes}
`

/**
 * Starts the broker in a container, for a machine that has a container engine but no RabbitMQ package. Its data is in a volume with
 * the container's name, because its user does not exist on this machine. `engine` is docker, podman or a compatible program.
 */
export async function startRabbitmqContainer(host: Host, engine: string, options: RabbitmqOptions): Promise<Running> {
  const { ports, definitions } = options
  const data = brokerFolder(host.workspace)
  mkdirSync(data, { recursive: true, mode: 0o700 })
  // Readable by all, because the container has another user. The mode of the folder keeps others out.
  const write = (name: string, text: string) => {
    const path = join(data, name)
    writeFileSync(path, text)
    chmodSync(path, 0o644)
    return path
  }
  const mounts = {
    '/etc/rabbitmq/conf.d/90-guidebook.conf': write('container.conf', configuration),
    '/etc/rabbitmq/definitions.json': write('container-definitions.json', JSON.stringify(definitions)),
  }
  const name = `guidebook-rabbitmq-${createHash('sha256').update(data).digest('hex').slice(0, 12)}`
  const environment = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? data }
  const remove = () => run(engine, ['rm', '--force', name], { env: environment })
  // Removes the container of a killed start, whose name is still taken. Its data is in the volume.
  await remove()
  return await startServer(host, {
    name: 'rabbitmq',
    command: engine,
    args: [
      ...['run', '--rm', '--name', name, '--hostname', 'guidebook'],
      ...['--publish', `127.0.0.1:${ports.amqp}:${portInside}`, '--volume', `${name}:/var/lib/rabbitmq`],
      ...Object.entries(mounts).flatMap(([inside, outside]) => ['--volume', `${outside}:${inside}:ro`]),
      image,
    ],
    cwd: data,
    env: environment,
    ...brokerLimits,
    readiness: brokerReadiness(options),
    // The container outlives a client that was killed.
    afterStop: remove,
  })
}
