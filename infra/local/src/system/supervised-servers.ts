import { join } from 'node:path'
import { declareTopology } from '@guidebook/service-kit/topology'
import { startSmtpCatcher } from '../mail/smtp-catcher.ts'
import { supervise } from '../processes/supervise.ts'
import { type Report, step } from '../report.ts'
import type { StartBroker } from '../servers/broker.ts'
import { serviceBrokerUser } from '../servers/broker-rights.ts'
import { imapUrl, startDovecot } from '../servers/dovecot.ts'
import { startPostgres } from '../servers/postgres.ts'
import { amqpUrl } from '../servers/rabbitmq.ts'
import { createRoles, roleUrl } from '../servers/roles.ts'
import { dovecotPackage, ensureProgram } from '../servers/system-package.ts'
import { forEachService } from '../services/names.ts'
import type { ProcessTracker } from '../state/processes.ts'
import type { Secrets } from '../state/secrets.ts'
import type { StoredPorts } from '../state/stored-ports.ts'
import type { Workspace } from '../state/workspace.ts'

/** Dependencies common to all servers that the system starts. */
export interface ServerContext {
  workspace: Workspace
  ports: StoredPorts
  secrets: Secrets
  report: Report
  tracker: ProcessTracker
  onChange: () => void
  /** Registers a started part, which then stops with the system. */
  stopLater: (part: { stop(): Promise<void> }) => void
}

/** Starts PostgreSQL with a role and a schema for each service. Returns the URL of each role and of the superuser. */
export async function supervisePostgres(context: ServerContext) {
  const { workspace, ports, secrets, report, tracker } = context
  const port = await ports.of('PostgreSQL')
  const data = join(workspace.state, 'postgres', 'data')
  const log = workspace.log('postgres')
  const password = secrets('postgres')
  const options = {
    data,
    sharedFolder: workspace.sharedFolder,
    log,
    port,
    password,
    user: workspace.user,
    tracker,
    disposable: false,
  }
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  const roles = forEachService((name) => ({ name, password: secrets(`postgres.${name}`) }))
  await step(report, 'PostgreSQL', async () => {
    const start = () => startPostgres(options)
    const server = await supervise({ name: 'postgres', log, start, report, onChange: context.onChange })
    context.stopLater(server)
    await createRoles(url, Object.values(roles))
  })
  return { superuserUrl: url, urls: forEachService((service) => roleUrl(url, roles[service])) }
}

const vhost = 'guidebook'

/** Starts RabbitMQ with a user of least rights for each service. Returns the URL of each user and of an administrator. */
export async function superviseRabbitmq(context: ServerContext, startBroker: StartBroker) {
  const { workspace, ports, secrets, report, tracker } = context
  const numbers = {
    amqp: await ports.of('RabbitMQ'),
    distribution: await ports.of('RabbitMQ distribution'),
    epmd: await ports.of('RabbitMQ port mapper'),
  }
  const everything = { vhost, configure: '.*', write: '.*', read: '.*' }
  const admin = { name: 'local', password: secrets('rabbitmq.local'), rights: [everything] }
  const users = forEachService((service) => serviceBrokerUser(service, vhost, secrets(`rabbitmq.${service}`)))
  const log = workspace.log('rabbitmq')
  const options = {
    data: join(workspace.state, 'rabbitmq', 'data'),
    log,
    ports: numbers,
    vhosts: [vhost],
    user: workspace.user,
    tracker,
  }
  const adminUrl = amqpUrl(numbers.amqp, admin, vhost)
  await step(report, 'RabbitMQ', async () => {
    const start = () => startBroker({ ...options, users: [admin, ...Object.values(users)] })
    context.stopLater(await supervise({ name: 'rabbitmq', log, start, report, onChange: context.onChange }))
    await declareTopology(adminUrl)
  })
  return { adminUrl, urls: forEachService((service) => amqpUrl(numbers.amqp, users[service], vhost)) }
}

/** Starts Dovecot. Returns the URL of the import mailbox and the folder of all mailboxes. */
export async function superviseDovecot(context: ServerContext) {
  const { workspace, ports, secrets, report, tracker } = context
  const program = await ensureProgram(dovecotPackage, report)
  const port = await ports.of('IMAP')
  const password = secrets('imap')
  const log = workspace.log('dovecot')
  const data = join(workspace.state, 'dovecot')
  await step(report, 'Dovecot', async () => {
    const start = () => startDovecot({ program, data, log, port, password, user: workspace.user, tracker })
    context.stopLater(await supervise({ name: 'dovecot', log, start, report, onChange: context.onChange }))
  })
  return { imapUrl: imapUrl(port, 'import', password), mailboxes: join(data, 'mailboxes') }
}

/** Starts the mail catcher within this process. */
export async function startMailCatcher(context: ServerContext, mailboxes: string | undefined) {
  const { workspace, ports, secrets } = context
  const numbers = { smtp: await ports.of('SMTP'), page: await ports.of('mail page') }
  const folder = join(workspace.data, 'mail')
  const password = secrets('smtp')
  const catcher = await startSmtpCatcher({ ports: numbers, folder, mailboxes, owner: workspace.user, password })
  context.stopLater(catcher)
  return { smtpUrl: `smtp://127.0.0.1:${numbers.smtp}`, password, page: catcher.page.url, folder }
}
