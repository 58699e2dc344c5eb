import { join } from 'node:path'
import { createStopList } from '../processes/stop-list.ts'
import type { Report } from '../report.ts'
import { receiverCertificate } from '../services/certificate.ts'
import { type SystemSettings, serviceUrl } from '../services/environment.ts'
import { serviceKeys } from '../services/keys.ts'
import { forEachService } from '../services/names.ts'
import { type Description, readDemonstration, removeDescription, writeDescription } from '../state/description.ts'
import { requireSpace } from '../state/disk.ts'
import { stopLeftovers } from '../state/leftovers.ts'
import { takeLock } from '../state/lock.ts'
import { clearProcesses, createProcessTracker, readProcesses } from '../state/processes.ts'
import { type Secrets, secretsIn } from '../state/secrets.ts'
import { portsIn } from '../state/stored-ports.ts'
import type { Workspace } from '../state/workspace.ts'
import { externalServers } from './external-servers.ts'
import { choosePorts, type SystemPorts } from './service-ports.ts'
import { type Servers, startServers } from './start-servers.ts'
import { migrateAll, serviceForm, startServices } from './start-services.ts'

export interface StartOptions {
  workspace: Workspace
  env: Readonly<NodeJS.ProcessEnv>
  report: Report
  /** Aborts a start in progress: it stops everything that it started, then throws. */
  signal: AbortSignal
}

export interface System {
  description: Description
  stop(): Promise<void>
}

async function settingsOf(
  { workspace, env }: StartOptions,
  ports: SystemPorts,
  secrets: Secrets,
  servers: Servers,
): Promise<SystemSettings> {
  return {
    ...servers,
    ports: ports.services,
    healthPorts: ports.health,
    internalPort: ports.internal,
    publicUrl: env.PUBLIC_URL ?? serviceUrl(ports.services.gateway),
    admin: { port: ports.admin, token: secrets('admin') },
    imapUrl: servers.mail.imapUrl,
    smtpUrl: servers.mail.smtpUrl,
    keys: await serviceKeys(workspace.data),
    receiver: { port: ports.receiver, ...(await receiverCertificate(workspace.data)) },
    webhookSecret: secrets('webhooks'),
  }
}

const describe = ({ data, log }: Workspace, servers: Servers, settings: SystemSettings): Description => ({
  baseUrl: serviceUrl(settings.ports.gateway),
  adminUrl: serviceUrl(settings.admin.port),
  adminToken: settings.admin.token,
  internalUrl: serviceUrl(settings.internalPort),
  services: forEachService((service) => ({
    url: serviceUrl(settings.ports[service]),
    healthUrl: serviceUrl(settings.healthPorts[service]),
    log: log(service),
  })),
  databases: servers.databases,
  databaseUrl: servers.databaseUrl,
  amqpUrl: servers.amqpUrl,
  brokers: servers.amqp,
  objectStoreUrl: servers.objectStoreUrl,
  mail: servers.mail,
  webhookReceiver: settings.receiver,
  processes: readProcesses(data),
  demonstration: readDemonstration(data),
})

/** Starts the whole system and describes it in `local.json` while it runs. */
export async function startSystem(options: StartOptions): Promise<System> {
  const { workspace, env, report, signal } = options
  const external = externalServers(env)
  const form = serviceForm(env.GUIDEBOOK_FORM)
  const lock = takeLock(workspace.data)
  const ports = portsIn(workspace.data, report)
  const stops = createStopList(report)
  stops.layer()({
    async stop() {
      ports.release()
      removeDescription(workspace.data)
      clearProcesses(workspace.data)
      lock.release()
    },
  })
  const tracker = createProcessTracker(workspace.data, signal)
  let description: Description | undefined
  const onChange = () => {
    if (!description) return
    const demonstration = readDemonstration(workspace.data)
    writeDescription(workspace.data, { ...description, processes: readProcesses(workspace.data), demonstration })
  }
  try {
    const stopped = await stopLeftovers(workspace.data)
    if (stopped > 0) report(`  the last start was killed: stopped ${stopped} processes that it left behind`)
    const secrets = secretsIn(join(workspace.data, 'secrets.json'))
    for (const folder of [workspace.data, workspace.state]) requireSpace(folder)
    const numbers = await choosePorts(ports, env)
    const context = { workspace, ports, secrets, report, tracker, onChange }
    const serverContext = { ...context, stopLater: stops.layer() }
    const serviceContext = { ...context, stopLater: stops.layer(), inherited: env, form }
    const servers = await startServers(serverContext, external, (urls) => migrateAll(serviceContext, urls))
    signal.throwIfAborted()
    const settings = await settingsOf(options, numbers, secrets, servers)
    await startServices(serviceContext, settings)
    signal.throwIfAborted()
    description = describe(workspace, servers, settings)
    writeDescription(workspace.data, description)
    return { description, stop: stops.stop }
  } catch (error) {
    await stops.stop()
    throw error
  }
}
