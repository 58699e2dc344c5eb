import { join } from 'node:path'
import { declareTopology } from '@guidebook/service-kit/topology'
import { startSmtpCatcher } from '../mail/smtp-catcher.ts'
import { supervise } from '../processes/supervise.ts'
import { type Say, step } from '../say.ts'
import type { StartBroker } from '../servers/broker.ts'
import { serviceBrokerUser } from '../servers/broker-rights.ts'
import { imapUrl, startDovecot } from '../servers/dovecot.ts'
import { startPostgres } from '../servers/postgres.ts'
import { amqpUrl } from '../servers/rabbitmq.ts'
import { createRoles, roleUrl } from '../servers/roles.ts'
import { dovecotPackage, ensureProgram } from '../servers/system-package.ts'
import { forEachService } from '../services/names.ts'
import type { Place } from '../state/place.ts'
import type { ProcessHost } from '../state/processes.ts'
import type { Secrets } from '../state/secrets.ts'
import type { StoredPorts } from '../state/stored-ports.ts'

/** What each server that we bring needs of the one who starts it. */
export interface ServerContext {
  place: Place
  ports: StoredPorts
  secrets: Secrets
  tell: Say
  host: ProcessHost
  onChange: () => void
  /** Takes charge of stopping what was started. */
  keep: (part: { stop(): Promise<void> }) => void
}

/** PostgreSQL with a role and a schema for each service. Answers the address of each, and the superuser's. */
export async function bringPostgres(context: ServerContext) {
  const { place, ports, secrets, tell, host } = context
  const port = await ports.of('PostgreSQL')
  const data = join(place.state, 'postgres', 'data')
  const log = place.log('postgres')
  const password = secrets('postgres')
  const options = { data, shelf: place.shelf, log, port, password, user: place.user, host, disposable: false }
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  const roles = forEachService((name) => ({ name, password: secrets(`postgres.${name}`) }))
  await step(tell, 'PostgreSQL', async () => {
    const start = () => startPostgres(options)
    const server = await supervise({ name: 'postgres', log, start, tell, onChange: context.onChange })
    context.keep(server)
    await createRoles(url, Object.values(roles))
  })
  return { superuserUrl: url, urls: forEachService((service) => roleUrl(url, roles[service])) }
}

const vhost = 'guidebook'

/** RabbitMQ with a user for each service that may do only its part. Answers the address of each, and that of one who may do all. */
export async function bringRabbitmq(context: ServerContext, startBroker: StartBroker) {
  const { place, ports, secrets, tell, host } = context
  const numbers = {
    amqp: await ports.of('RabbitMQ'),
    distribution: await ports.of('RabbitMQ distribution'),
    epmd: await ports.of('RabbitMQ port mapper'),
  }
  const everything = { vhost, configure: '.*', write: '.*', read: '.*' }
  const admin = { name: 'local', password: secrets('rabbitmq.local'), rights: [everything] }
  const users = forEachService((service) => serviceBrokerUser(service, vhost, secrets(`rabbitmq.${service}`)))
  const log = place.log('rabbitmq')
  const options = {
    data: join(place.state, 'rabbitmq', 'data'),
    log,
    ports: numbers,
    vhosts: [vhost],
    user: place.user,
    host,
  }
  const adminUrl = amqpUrl(numbers.amqp, admin, vhost)
  await step(tell, 'RabbitMQ', async () => {
    const start = () => startBroker({ ...options, users: [admin, ...Object.values(users)] })
    context.keep(await supervise({ name: 'rabbitmq', log, start, tell, onChange: context.onChange }))
    await declareTopology(adminUrl)
  })
  return { adminUrl, urls: forEachService((service) => amqpUrl(numbers.amqp, users[service], vhost)) }
}

/** Dovecot. Answers the address of the mailbox that imports are sent to, and where mailboxes lie. */
export async function bringDovecot(context: ServerContext) {
  const { place, ports, secrets, tell, host } = context
  const program = await ensureProgram(dovecotPackage, tell)
  const port = await ports.of('IMAP')
  const password = secrets('imap')
  const log = place.log('dovecot')
  const data = join(place.state, 'dovecot')
  await step(tell, 'Dovecot', async () => {
    const start = () => startDovecot({ program, data, log, port, password, user: place.user, host })
    context.keep(await supervise({ name: 'dovecot', log, start, tell, onChange: context.onChange }))
  })
  return { imapUrl: imapUrl(port, 'import', password), mailboxes: join(data, 'mailboxes') }
}

/** The mail catcher, within this process. */
export async function bringMailCatcher(context: ServerContext, mailboxes: string | undefined) {
  const { place, ports, secrets } = context
  const numbers = { smtp: await ports.of('SMTP'), page: await ports.of('mail page') }
  const folder = join(place.data, 'mail')
  const password = secrets('smtp')
  const catcher = await startSmtpCatcher({ ports: numbers, folder, mailboxes, owner: place.user, password })
  context.keep(catcher)
  return { smtpUrl: `smtp://127.0.0.1:${numbers.smtp}`, password, page: catcher.page.url, folder }
}
