import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type BrokerDefinitions, type BrokerUser, brokerUrl, maxMessageBytes } from '@guidebook/deployment'
import amqp from 'amqplib'
import { type Host, type Running, startServer } from '../processes/server.ts'
import { accepts, type Readiness } from '../processes/wait-for.ts'
import type { Workspace } from '../state/workspace.ts'

export interface RabbitmqOptions {
  ports: { amqp: number; distribution: number; epmd: number }
  definitions: BrokerDefinitions
  administrator: BrokerUser
}

/** The address of a virtual host for a user. */
export const amqpUrl = (port: number, user: BrokerUser, vhost?: string) =>
  brokerUrl(`amqp://127.0.0.1:${port}`, user, vhost)

export const brokerFolder = ({ state }: Workspace) => join(state, 'rabbitmq', 'data')

/** Times to start and to stop, for a server and for a container. */
export const brokerLimits = { readyMs: 90_000, stopMs: 30_000 }

const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** Idle schedulers sleep at once: the busy waiting of Erlang's default takes a third of the processor time of a start. */
const schedulers = '+sbwt none +sbwtdcpu none +sbwtdio none'

/** Names every file that RabbitMQ reads, so that no setting of the machine's own RabbitMQ reaches this node. */
const environment = (data: string, { ports }: RabbitmqOptions) => ({
  PATH: path,
  HOME: data,
  LC_ALL: 'C.UTF-8',
  ERL_EPMD_PORT: String(ports.epmd),
  ERL_EPMD_ADDRESS: '127.0.0.1',
  RABBITMQ_NODENAME: 'guidebook@localhost',
  RABBITMQ_NODE_PORT: String(ports.amqp),
  RABBITMQ_DIST_PORT: String(ports.distribution),
  RABBITMQ_CONF_ENV_FILE: join(data, 'rabbitmq-env.conf'),
  RABBITMQ_CONFIG_FILE: join(data, 'rabbitmq.conf'),
  RABBITMQ_ADVANCED_CONFIG_FILE: join(data, 'advanced.config'),
  RABBITMQ_ENABLED_PLUGINS_FILE: join(data, 'enabled_plugins'),
  RABBITMQ_PLUGINS_DIR: join(data, 'plugins'),
  RABBITMQ_MNESIA_BASE: join(data, 'mnesia'),
  RABBITMQ_LOG_BASE: join(data, 'log'),
  RABBITMQ_PID_FILE: join(data, 'pid'),
  RABBITMQ_LOGS: '-',
  RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: `${schedulers} -start_epmd false -kernel inet_dist_use_interface {127,0,0,1}`,
  // The start script then replaces itself with the Erlang VM (exec), so that our signals reach the broker.
  RUNNING_UNDER_SYSTEMD: 'true',
})

const configuration = (data: string, { ports }: RabbitmqOptions) => `listeners.tcp.local = 127.0.0.1:${ports.amqp}
load_definitions = ${join(data, 'definitions.json')}
log.console = true
log.console.level = warning
log.file = false
raft.wal_max_size_bytes = 67108864
max_message_size = ${maxMessageBytes}
`

/**
 * A folder of plugins that has only this name: RabbitMQ loads the configuration schemas of the applications that are named there, and `rabbit` suffices.
 * The usual folder adds every unused plugin to Erlang's code path a second time, which takes a quarter of the processor time of a start.
 */
const schemaFolder = join('plugins', 'rabbit')

function writeFiles(workspace: Workspace, options: RabbitmqOptions): void {
  const { user } = workspace
  const data = brokerFolder(workspace)
  mkdirSync(data, { recursive: true, mode: 0o700 })
  const cookie = join(data, '.erlang.cookie')
  const write = (name: string, text: string, mode = 0o600) => {
    writeFileSync(join(data, name), text, { mode })
    if (user) chownSync(join(data, name), user.uid, user.gid)
  }
  if (!existsSync(cookie)) write('.erlang.cookie', randomBytes(24).toString('hex'), 0o400)
  write('rabbitmq.conf', configuration(data, options))
  write('enabled_plugins', '[].\n')
  write('definitions.json', JSON.stringify(options.definitions))
  const folders = ['mnesia', 'log', 'plugins', schemaFolder].map((name) => join(data, name))
  for (const folder of folders) mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (user) for (const folder of [data, ...folders]) chownSync(folder, user.uid, user.gid)
}

/** Whether the administrator can open a connection. */
export const brokerReadiness =
  ({ ports, definitions, administrator }: RabbitmqOptions): Readiness =>
  async () => {
    if (!(await accepts(ports.amqp))) return 'it accepts no connection'
    try {
      const connection = await amqp.connect(amqpUrl(ports.amqp, administrator, definitions.vhosts[0]?.name))
      await connection.close()
      return undefined
    } catch {
      // The broker listens before its users and virtual hosts exist, so a refused connection means "not yet".
      return 'it accepts no user'
    }
  }

/** Starts a private node and waits until it is usable. `program` is the path of `rabbitmq-server`. */
export async function startRabbitmq(host: Host, program: string, options: RabbitmqOptions): Promise<Running> {
  const { workspace } = host
  const { user } = workspace
  writeFiles(workspace, options)
  const cwd = brokerFolder(workspace)
  // Erlang itself would start its port mapper as a daemon that outlives the broker.
  const { epmd } = options.ports
  const portMapper = await startServer(host, {
    name: 'epmd',
    command: 'epmd',
    args: ['-address', '127.0.0.1', '-port', String(epmd)],
    cwd,
    env: { PATH: `${path}:${dirname(program)}`, HOME: cwd },
    user,
    readiness: async () => ((await accepts(epmd)) ? undefined : 'it accepts no connection'),
    readyMs: 10_000,
    stopMs: 5_000,
  })
  return await startServer(host, {
    name: 'rabbitmq',
    command: program,
    args: [],
    cwd,
    env: environment(cwd, options),
    user,
    ...brokerLimits,
    // A node that is still booting ignores SIGTERM.
    failedStopMs: 3_000,
    readiness: brokerReadiness(options),
    // Last: without it even a stopping node would start its own port mapper as a daemon.
    afterStop: portMapper.stop,
  })
}
