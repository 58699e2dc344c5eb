import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import amqp from 'amqplib'
import { type Child, startChild, type User } from '../processes/child.ts'
import { accepts, waitFor } from '../processes/wait-for.ts'
import type { ProcessTracker } from '../state/processes.ts'
import { UserFacingError } from '../user-facing-error.ts'
import { type BrokerUser, definitions, maxMessageBytes } from './rabbitmq-definitions.ts'

export interface RabbitmqOptions {
  /** Path of `rabbitmq-server`. */
  program: string
  /** Folder of the node's files. */
  data: string
  log: string
  ports: { amqp: number; distribution: number; epmd: number }
  vhosts: readonly string[]
  users: readonly BrokerUser[]
  /** Bytes that each queue may hold, instead of 64 MiB. */
  queueBytes?: number
  user: User | undefined
  tracker: ProcessTracker
}

export interface Rabbitmq {
  child: Child
  /** Erlang's port mapper; undefined for a container, which has its own inside. */
  epmd: Child | undefined
  stop(): Promise<void>
}

/** The address of a virtual host for a user. */
export const amqpUrl = (port: number, user: Pick<BrokerUser, 'name' | 'password'>, vhost: string) =>
  `amqp://${user.name}:${user.password}@127.0.0.1:${port}/${encodeURIComponent(vhost)}`

const startDeadlineMs = 90_000

const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** Idle schedulers sleep at once: the busy waiting of Erlang's default takes a third of the processor time of a start. */
const schedulers = '+sbwt none +sbwtdcpu none +sbwtdio none'

/** Names every file that RabbitMQ reads, so that no setting of the machine's own RabbitMQ reaches this node. */
const environment = ({ data, ports }: RabbitmqOptions) => ({
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
  RABBITMQ_MNESIA_BASE: join(data, 'mnesia'),
  RABBITMQ_LOG_BASE: join(data, 'log'),
  RABBITMQ_PID_FILE: join(data, 'pid'),
  RABBITMQ_LOGS: '-',
  RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: `${schedulers} -start_epmd false -kernel inet_dist_use_interface {127,0,0,1}`,
  // The start script then replaces itself with the Erlang VM (exec), so that our signals reach the broker.
  RUNNING_UNDER_SYSTEMD: 'true',
})

const configuration = ({ data, ports }: RabbitmqOptions) => `listeners.tcp.local = 127.0.0.1:${ports.amqp}
load_definitions = ${join(data, 'definitions.json')}
log.console = true
log.console.level = warning
log.file = false
raft.wal_max_size_bytes = 67108864
max_message_size = ${maxMessageBytes}
`

function writeFiles(options: RabbitmqOptions): void {
  const { data, user } = options
  mkdirSync(data, { recursive: true, mode: 0o700 })
  const cookie = join(data, '.erlang.cookie')
  const write = (name: string, text: string, mode = 0o600) => {
    writeFileSync(join(data, name), text, { mode })
    if (user) chownSync(join(data, name), user.uid, user.gid)
  }
  if (!existsSync(cookie)) write('.erlang.cookie', randomBytes(24).toString('hex'), 0o400)
  write('rabbitmq.conf', configuration(options))
  write('enabled_plugins', '[].\n')
  write('definitions.json', JSON.stringify(definitions(options.vhosts, options.users, options.queueBytes)))
  for (const name of ['mnesia', 'log']) mkdirSync(join(data, name), { recursive: true, mode: 0o700 })
  if (user) for (const folder of [data, join(data, 'mnesia'), join(data, 'log')]) chownSync(folder, user.uid, user.gid)
}

/** Starts Erlang's port mapper as a child process. Erlang itself would start it as a daemon that outlives the broker. */
async function startPortMapper(options: RabbitmqOptions): Promise<Child> {
  const { data, tracker, log, ports, user } = options
  const child = await startChild({
    name: 'epmd',
    command: 'epmd',
    args: ['-address', '127.0.0.1', '-port', String(ports.epmd)],
    cwd: data,
    env: { PATH: `${path}:${dirname(options.program)}`, HOME: data },
    log,
    user,
    stopSignal: 'SIGTERM',
    tracker,
  })
  await waitFor(child, log, 10_000, () => accepts(ports.epmd))
  return child
}

async function acceptsUser(options: Pick<RabbitmqOptions, 'ports' | 'users'>): Promise<boolean> {
  const [user] = options.users
  const [right] = user?.rights ?? []
  if (!user || !right) throw new UserFacingError('RabbitMQ was given no user')
  if (!(await accepts(options.ports.amqp))) return false
  try {
    const connection = await amqp.connect(amqpUrl(options.ports.amqp, user, right.vhost))
    await connection.close()
    return true
  } catch {
    // The broker listens before its users and virtual hosts exist, so a refused connection means "not yet".
    return false
  }
}

/** Waits until a user can open a connection. */
export const waitForBroker = (child: Child, options: Pick<RabbitmqOptions, 'log' | 'ports' | 'users'>) =>
  waitFor(child, options.log, startDeadlineMs, () => acceptsUser(options))

/** Starts a private node and waits until it is usable. */
export async function startRabbitmq(options: RabbitmqOptions): Promise<Rabbitmq> {
  writeFiles(options)
  const epmd = await startPortMapper(options)
  const child = await startChild({
    name: 'rabbitmq',
    command: options.program,
    args: [],
    cwd: options.data,
    env: environment(options),
    log: options.log,
    user: options.user,
    // The Erlang VM shuts down in order.
    stopSignal: 'SIGTERM',
    tracker: options.tracker,
  })
  const stopWithin = async (deadlineMs: number) => {
    await child.stop(deadlineMs)
    // Last: without it even a stopping node would start its own port mapper as a daemon.
    await epmd.stop(5_000)
  }
  try {
    await waitForBroker(child, options)
  } catch (error) {
    // A node that is still booting ignores SIGTERM.
    await stopWithin(3_000)
    throw error
  }
  return { child, epmd, stop: () => stopWithin(30_000) }
}
