import { join } from 'node:path'
import { stopList } from '../processes/stop-list.ts'
import type { Say } from '../say.ts'
import { receiverCertificate } from '../services/certificate.ts'
import { type Surroundings, serviceUrl } from '../services/environment.ts'
import { serviceKeys } from '../services/keys.ts'
import { forEachService } from '../services/names.ts'
import { type Description, readDemonstration, removeDescription, writeDescription } from '../state/description.ts'
import { requireSpace } from '../state/disk.ts'
import { stopLeftovers } from '../state/leftovers.ts'
import { takeLock } from '../state/lock.ts'
import type { Place } from '../state/place.ts'
import { forgetProcesses, processHost, readProcesses } from '../state/processes.ts'
import { type Secrets, secretsIn } from '../state/secrets.ts'
import { portsIn } from '../state/stored-ports.ts'
import { bringServers, type Servers } from './bring-servers.ts'
import { bringServices, migrateAll, serviceForm } from './bring-services.ts'
import { givenServers } from './given-servers.ts'
import { choosePorts, type SystemPorts } from './service-ports.ts'

export interface StartOptions {
  place: Place
  env: Readonly<NodeJS.ProcessEnv>
  tell: Say
  /** Ends a start that is under way: everything begun is stopped, and the start fails. */
  signal: AbortSignal
}

export interface System {
  description: Description
  stop(): Promise<void>
}

async function surroundingsOf(
  { place, env }: StartOptions,
  ports: SystemPorts,
  secrets: Secrets,
  servers: Servers,
): Promise<Surroundings> {
  return {
    ...servers,
    ports: ports.services,
    healthPorts: ports.health,
    internalPort: ports.internal,
    publicUrl: env.PUBLIC_URL ?? serviceUrl(ports.services.gateway),
    admin: { port: ports.admin, token: secrets('admin') },
    imapUrl: servers.mail.imapUrl,
    smtpUrl: servers.mail.smtpUrl,
    keys: await serviceKeys(place.data),
    receiver: { port: ports.receiver, ...(await receiverCertificate(place.data)) },
    webhookSecret: secrets('webhooks'),
  }
}

const describe = ({ data, log }: Place, servers: Servers, surroundings: Surroundings): Description => ({
  baseUrl: serviceUrl(surroundings.ports.gateway),
  adminUrl: serviceUrl(surroundings.admin.port),
  adminToken: surroundings.admin.token,
  internalUrl: serviceUrl(surroundings.internalPort),
  services: forEachService((service) => ({
    url: serviceUrl(surroundings.ports[service]),
    healthUrl: serviceUrl(surroundings.healthPorts[service]),
    log: log(service),
  })),
  databases: servers.databases,
  databaseUrl: servers.databaseUrl,
  amqpUrl: servers.amqpUrl,
  brokers: servers.amqp,
  objectStoreUrl: servers.objectStoreUrl,
  mail: servers.mail,
  webhookReceiver: surroundings.receiver,
  processes: readProcesses(data),
  demonstration: readDemonstration(data),
})

/** Starts the whole system at its place, and describes it in `local.json` for as long as it runs. */
export async function startSystem(options: StartOptions): Promise<System> {
  const { place, env, tell, signal } = options
  const given = givenServers(env)
  const form = serviceForm(env.GUIDEBOOK_FORM)
  const lock = await takeLock(place.data)
  const stops = stopList(tell)
  stops.layer()({
    async stop() {
      removeDescription(place.data)
      forgetProcesses(place.data)
      lock.release()
    },
  })
  const host = processHost(place.data, signal)
  let description: Description | undefined
  const onChange = () => {
    if (!description) return
    const demonstration = readDemonstration(place.data)
    writeDescription(place.data, { ...description, processes: readProcesses(place.data), demonstration })
  }
  try {
    const left = await stopLeftovers(place.data)
    if (left > 0) tell(`  the last start was killed: stopped ${left} processes that it left behind`)
    const secrets = secretsIn(join(place.data, 'secrets.json'))
    for (const folder of [place.data, place.state]) requireSpace(folder)
    const ports = portsIn(place.data, tell)
    const numbers = await choosePorts(ports, env)
    const context = { place, ports, secrets, tell, host, onChange }
    const serverContext = { ...context, keep: stops.layer() }
    const serviceContext = { ...context, keep: stops.layer(), inherited: env, form }
    const servers = await bringServers(serverContext, given, (urls) => migrateAll(serviceContext, urls))
    signal.throwIfAborted()
    const surroundings = await surroundingsOf(options, numbers, secrets, servers)
    await bringServices(serviceContext, surroundings)
    signal.throwIfAborted()
    description = describe(place, servers, surroundings)
    writeDescription(place.data, description)
    return { description, stop: stops.stop }
  } catch (error) {
    await stops.stop()
    throw error
  }
}
