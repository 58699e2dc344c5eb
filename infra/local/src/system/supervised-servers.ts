import { join } from 'node:path'
import { type BrokerUser, brokerDefinitions, type PerService, rolesScript } from '@guidebook/deployment'
import { runSql } from '@guidebook/deployment/run-sql'
import { startSmtpCatcher } from '../mail/smtp-catcher.ts'
import type { Host, Running } from '../processes/server.ts'
import type { Stoppable } from '../processes/stop-list.ts'
import { supervise } from '../processes/supervise.ts'
import { type Report, step } from '../report.ts'
import type { StartBroker } from '../servers/broker.ts'
import { imapUrl, mailboxesIn, startDovecot } from '../servers/dovecot.ts'
import { startPostgres, superuserUrl } from '../servers/postgres.ts'
import { amqpUrl } from '../servers/rabbitmq.ts'
import { redisUrl, startRedis } from '../servers/redis.ts'
import { dovecotPackage, ensureProgram, redisPackage } from '../servers/system-package.ts'
import type { Secrets } from '../state/secrets.ts'
import type { StoredPorts } from '../state/stored-ports.ts'

/** Dependencies common to all servers that the system or the tests start. */
export interface ServerContext extends Host {
  ports: StoredPorts
  secrets: Secrets
  report: Report
  /** Called when a new process has replaced one that ended. */
  onChange: () => void
  /** Registers a started part, which then stops with the others. */
  stopLater: (part: Stoppable) => void
}

/** Starts a process, restarts it when it ends, and stops it with the others. */
export async function keepRunning(context: ServerContext, name: string, start: () => Promise<Running>): Promise<void> {
  const { report, onChange, stopLater } = context
  stopLater(await supervise({ name, start, report, onChange }))
}

/** Starts PostgreSQL, with a role and a schema for each service if there are passwords for them. Returns the superuser's URL. */
export async function supervisePostgres(
  context: ServerContext,
  { passwords, disposable = false }: { passwords?: PerService<string>; disposable?: boolean },
) {
  const options = { port: context.ports.of('PostgreSQL'), password: context.secrets('postgres'), disposable }
  const url = superuserUrl(options)
  await step(context.report, 'PostgreSQL', async () => {
    await keepRunning(context, 'postgres', () => startPostgres(context, options))
    if (passwords !== undefined) await runSql(url, rolesScript(passwords, { isOwnServer: true }))
  })
  return url
}

/** Starts RabbitMQ with users of services, and one with all rights. Returns the URL of a user in a virtual host. */
export async function superviseRabbitmq(
  context: ServerContext,
  startBroker: StartBroker,
  { vhosts, passwords = {} }: { vhosts?: readonly string[]; passwords?: Readonly<Record<string, string>> },
) {
  const { ports, secrets } = context
  const numbers = {
    amqp: ports.of('RabbitMQ'),
    distribution: ports.of('RabbitMQ distribution'),
    epmd: ports.of('RabbitMQ port mapper'),
  }
  const administrator = { name: 'local', password: secrets('rabbitmq.local') }
  const definitions = brokerDefinitions({ passwords, administrator, ...(vhosts !== undefined && { vhosts }) })
  const options = { ports: numbers, definitions, administrator }
  await keepRunning(context, 'rabbitmq', () => startBroker(context, options))
  return (vhost?: string, user: BrokerUser = administrator) => amqpUrl(numbers.amqp, user, vhost)
}

/** Starts Dovecot. Returns the URL of the import mailbox and the folder of all mailboxes. */
export async function superviseDovecot(context: ServerContext) {
  const { workspace, ports, secrets, report, tracker } = context
  const program = await ensureProgram(dovecotPackage, report, tracker.stopping)
  const options = { program, port: ports.of('IMAP'), password: secrets('imap') }
  await step(report, 'Dovecot', () => keepRunning(context, 'dovecot', () => startDovecot(context, options)))
  return { imapUrl: imapUrl(options.port, 'import', options.password), mailboxes: mailboxesIn(workspace) }
}

/** Starts Redis, which only tests need. Returns its URL. */
export async function superviseRedis(context: ServerContext): Promise<string> {
  const { ports, secrets, report, tracker } = context
  const program = await ensureProgram(redisPackage, report, tracker.stopping)
  const options = { program, port: ports.of('Redis'), password: secrets('redis') }
  await step(report, 'Redis', () => keepRunning(context, 'redis', () => startRedis(context, options)))
  return redisUrl(options.port, options.password)
}

/** Starts the mail catcher within this process. */
export async function startMailCatcher(context: ServerContext, mailboxes: string | undefined) {
  const { workspace, ports, secrets } = context
  const numbers = { smtp: ports.of('SMTP'), page: ports.of('mail page') }
  const folder = join(workspace.data, 'mail')
  const password = secrets('smtp')
  const catcher = await startSmtpCatcher({ ports: numbers, folder, mailboxes, owner: workspace.user, password })
  context.stopLater(catcher)
  return { smtpUrl: `smtp://127.0.0.1:${numbers.smtp}`, smtpPassword: password, page: catcher.page.url, folder }
}
