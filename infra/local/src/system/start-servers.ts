import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { declareTopology } from '@guidebook/service-kit/topology'
import { localDomain } from '../mail/smtp-catcher.ts'
import { settleAll } from '../processes/stop-list.ts'
import { step } from '../report.ts'
import { prepareBroker, type StartBroker } from '../servers/broker.ts'
import { dovecotPackage, ensureProgram } from '../servers/system-package.ts'
import { forEachService, type ServiceName, serviceNames } from '../services/names.ts'
import type { Description } from '../state/description.ts'
import type { ExternalServers } from './external-servers.ts'
import {
  type ServerContext,
  startMailCatcher,
  superviseDovecot,
  supervisePostgres,
  superviseRabbitmq,
} from './supervised-servers.ts'

/** The servers that a system uses: those that it starts, and external ones. */
export interface Servers {
  databases: Record<ServiceName, string>
  databaseUrl: string | null
  amqp: Record<ServiceName, string>
  amqpUrl: string
  objectStoreUrl: string
  mail: Description['mail']
}

async function databases(
  context: ServerContext,
  external: ExternalServers['databases'],
): Promise<Pick<Servers, 'databases' | 'databaseUrl'>> {
  const missing = serviceNames.filter((service) => external[service] === undefined)
  if (missing.length === 0) return { databases: external as Record<ServiceName, string>, databaseUrl: null }
  const { superuserUrl, urls } = await supervisePostgres(context)
  return { databases: { ...urls, ...external }, databaseUrl: superuserUrl }
}

async function broker(context: ServerContext, startBroker: StartBroker | undefined, { amqpUrl }: ExternalServers) {
  if (amqpUrl !== undefined) {
    await step(context.report, 'RabbitMQ topology', () => declareTopology(amqpUrl))
    return { amqp: forEachService(() => amqpUrl), amqpUrl }
  }
  const { adminUrl, urls } = await superviseRabbitmq(context, startBroker ?? (await prepareBroker(context.report)))
  return { amqp: urls, amqpUrl: adminUrl }
}

async function mail(context: ServerContext, external: ExternalServers): Promise<Description['mail']> {
  const imap =
    external.imapUrl === undefined
      ? await superviseDovecot(context)
      : { imapUrl: external.imapUrl, mailboxes: undefined }
  const { username } = new URL(imap.imapUrl)
  const importAddress = username.includes('%40') ? decodeURIComponent(username) : `${username}@${localDomain}`
  const inbox = { importAddress, imapUrl: imap.imapUrl }
  if (external.smtpUrl !== undefined)
    return { ...inbox, smtpUrl: external.smtpUrl, smtpPassword: null, page: null, folder: null }
  const { password, ...catcher } = await startMailCatcher(context, imap.mailboxes)
  return { ...inbox, ...catcher, smtpPassword: password }
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
  onDatabases: (urls: Servers['databases']) => Promise<unknown>,
): Promise<Servers> {
  const startBroker = external.amqpUrl === undefined ? await prepareBroker(context.report) : undefined
  if (external.imapUrl === undefined) await ensureProgram(dovecotPackage, context.report)
  const preparedDatabases = async () => {
    const database = await databases(context, external.databases)
    await onDatabases(database.databases)
    return database
  }
  const [database, queue, mailing] = await settleAll([
    preparedDatabases(),
    broker(context, startBroker, external),
    mail(context, external),
  ])
  return { ...database, ...queue, mail: mailing, objectStoreUrl: objectStore(context, external) }
}
