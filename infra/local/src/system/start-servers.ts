import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { roleUrl, vhost } from '@guidebook/deployment'
import { declareTopology } from '@guidebook/service-kit/topology'
import { localDomain } from '../mail/smtp-catcher.ts'
import { settleAll } from '../processes/stop-list.ts'
import { step } from '../report.ts'
import { prepareBroker, type StartBroker } from '../servers/broker.ts'
import { dovecotPackage, ensureProgram } from '../servers/system-package.ts'
import { forEachService, type ServiceName } from '../services/names.ts'
import type { Description } from '../state/description.ts'
import { type ExternalServers, hasExternalDatabases } from './external-servers.ts'
import {
  type ServerContext,
  startMailCatcher,
  superviseDovecot,
  supervisePostgres,
  superviseRabbitmq,
} from './supervised-servers.ts'

/** The servers that a system uses: those that it starts, and external ones. */
export type Servers = Awaited<ReturnType<typeof startServers>>

type PerService = Record<ServiceName, string>

async function startDatabases(context: ServerContext, external: ExternalServers) {
  if (hasExternalDatabases(external)) return { databases: external.databases as PerService, databaseUrl: null }
  const passwords = forEachService((service) => context.secrets(`postgres.${service}`))
  const databaseUrl = await supervisePostgres(context, { passwords })
  const own = forEachService((service) => roleUrl(databaseUrl, service, passwords[service]))
  return { databases: { ...own, ...external.databases }, databaseUrl }
}

/** RabbitMQ with a user of least rights for each service. Returns the URL of each user and of an administrator. */
async function startBroker(context: ServerContext, start: StartBroker | undefined, external: string | undefined) {
  const { report, secrets } = context
  if (start === undefined) {
    const amqpUrl = external ?? ''
    await step(report, 'RabbitMQ topology', () => declareTopology(amqpUrl))
    return { amqp: forEachService(() => amqpUrl), amqpUrl }
  }
  const passwords = forEachService((service) => secrets(`rabbitmq.${service}`))
  return await step(report, 'RabbitMQ', async () => {
    const urlOf = await superviseRabbitmq(context, start, { passwords })
    await declareTopology(urlOf(vhost))
    const amqp = forEachService((service) => urlOf(vhost, { name: service, password: passwords[service] }))
    return { amqp, amqpUrl: urlOf(vhost) }
  })
}

async function startMail(context: ServerContext, external: ExternalServers): Promise<Description['mail']> {
  const inbox = external.imapUrl === undefined ? await superviseDovecot(context) : undefined
  const imapUrl = inbox?.imapUrl ?? external.imapUrl ?? ''
  const { username } = new URL(imapUrl)
  const importAddress = username.includes('%40') ? decodeURIComponent(username) : `${username}@${localDomain}`
  const outgoing =
    external.smtpUrl === undefined
      ? await startMailCatcher(context, inbox?.mailboxes)
      : { smtpUrl: external.smtpUrl, smtpPassword: null, page: null, folder: null }
  return { importAddress, imapUrl, ...outgoing }
}

function objectStore({ workspace }: ServerContext, { objectStoreUrl }: ExternalServers): string {
  if (objectStoreUrl !== undefined) return objectStoreUrl
  const folder = join(workspace.data, 'objects')
  mkdirSync(folder, { recursive: true })
  return pathToFileURL(folder).href
}

/**
 * Starts the servers that are not external, in parallel. `onDatabases` uses the databases while the slower broker still starts.
 * Missing programs are installed before, one at a time, because package managers do not run in parallel.
 */
export async function startServers(
  context: ServerContext,
  external: ExternalServers,
  onDatabases: (urls: PerService) => Promise<unknown>,
) {
  const { report, tracker } = context
  const start = external.amqpUrl === undefined ? await prepareBroker(report, tracker.stopping) : undefined
  if (external.imapUrl === undefined) await ensureProgram(dovecotPackage, report, tracker.stopping)
  const databases = async () => {
    const started = await startDatabases(context, external)
    await onDatabases(started.databases)
    return started
  }
  const [database, broker, mail] = await settleAll([
    databases(),
    startBroker(context, start, external.amqpUrl),
    startMail(context, external),
  ])
  return { ...database, ...broker, mail, objectStoreUrl: objectStore(context, external) }
}
