import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { declareTopology } from '@guidebook/service-kit/topology'
import { localDomain } from '../mail/smtp-catcher.ts'
import { allAtOnce } from '../processes/stop-list.ts'
import { step } from '../say.ts'
import { bringBroker, type StartBroker } from '../servers/broker.ts'
import { dovecotPackage, ensureProgram } from '../servers/system-package.ts'
import { forEachService, type ServiceName, serviceNames } from '../services/names.ts'
import type { Description } from '../state/description.ts'
import type { GivenServers } from './given-servers.ts'
import { bringDovecot, bringMailCatcher, bringPostgres, bringRabbitmq, type ServerContext } from './own-servers.ts'

/** The servers that a system uses, ours or given. */
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
  given: GivenServers['databases'],
): Promise<Pick<Servers, 'databases' | 'databaseUrl'>> {
  const missing = serviceNames.filter((service) => given[service] === undefined)
  if (missing.length === 0) return { databases: given as Record<ServiceName, string>, databaseUrl: null }
  const { superuserUrl, urls } = await bringPostgres(context)
  return { databases: { ...urls, ...given }, databaseUrl: superuserUrl }
}

async function broker(context: ServerContext, startBroker: StartBroker | undefined, { amqpUrl }: GivenServers) {
  if (amqpUrl !== undefined) {
    await step(context.tell, 'RabbitMQ topology', () => declareTopology(amqpUrl))
    return { amqp: forEachService(() => amqpUrl), amqpUrl }
  }
  const { adminUrl, urls } = await bringRabbitmq(context, startBroker ?? (await bringBroker(context.tell)))
  return { amqp: urls, amqpUrl: adminUrl }
}

async function mail(context: ServerContext, given: GivenServers): Promise<Description['mail']> {
  const imap =
    given.imapUrl === undefined ? await bringDovecot(context) : { imapUrl: given.imapUrl, mailboxes: undefined }
  const { username } = new URL(imap.imapUrl)
  const importAddress = username.includes('%40') ? decodeURIComponent(username) : `${username}@${localDomain}`
  const inbox = { importAddress, imapUrl: imap.imapUrl }
  if (given.smtpUrl !== undefined)
    return { ...inbox, smtpUrl: given.smtpUrl, smtpPassword: null, page: null, folder: null }
  const { password, ...catcher } = await bringMailCatcher(context, imap.mailboxes)
  return { ...inbox, ...catcher, smtpPassword: password }
}

function objectStore({ place }: ServerContext, { objectStoreUrl }: GivenServers): string {
  if (objectStoreUrl !== undefined) return objectStoreUrl
  const folder = join(place.data, 'objects')
  mkdirSync(folder, { recursive: true })
  return pathToFileURL(folder).href
}

/**
 * Brings what is not given, all at once; `onDatabases` goes on with the databases while the slower broker still starts. Programs are installed first and one by one, since a package system does one
 * thing at a time.
 */
export async function bringServers(
  context: ServerContext,
  given: GivenServers,
  onDatabases: (urls: Servers['databases']) => Promise<unknown>,
): Promise<Servers> {
  const startBroker = given.amqpUrl === undefined ? await bringBroker(context.tell) : undefined
  if (given.imapUrl === undefined) await ensureProgram(dovecotPackage, context.tell)
  const preparedDatabases = async () => {
    const found = await databases(context, given.databases)
    await onDatabases(found.databases)
    return found
  }
  const [database, queue, mailing] = await allAtOnce([
    preparedDatabases(),
    broker(context, startBroker, given),
    mail(context, given),
  ])
  return { ...database, ...queue, mail: mailing, objectStoreUrl: objectStore(context, given) }
}
