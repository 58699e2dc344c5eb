import { join } from 'node:path'
import { stopLeftovers } from '../processes/leftovers.ts'
import { createStopList } from '../processes/stop-list.ts'
import { createProcessTracker } from '../processes/tracker.ts'
import type { Report } from '../report.ts'
import { receiverCertificate } from '../services/certificate.ts'
import { type SystemSettings, serviceUrl } from '../services/environment.ts'
import { serviceKeys } from '../services/keys.ts'
import { forEachService } from '../services/names.ts'
import { type Description, readDemonstration, removeDescription, writeDescription } from '../state/description.ts'
import { requireSpace } from '../state/disk.ts'
import { takeLock } from '../state/lock.ts'
import { readProcesses, writeProcesses } from '../state/processes.ts'
import { secretsIn } from '../state/secrets.ts'
import { portsIn, requestedPort } from '../state/stored-ports.ts'
import type { Workspace } from '../state/workspace.ts'
import { externalServers } from './external-servers.ts'
import { type Servers, startServers } from './start-servers.ts'
import { migrateAll, type ServicesContext, serviceForm, startServices } from './start-services.ts'

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
  { workspace: { data }, ports: { of }, secrets }: ServicesContext,
  servers: Servers,
  { publicUrl, gateway = of('gateway') }: { publicUrl: string | undefined; gateway: number | undefined },
): Promise<SystemSettings> {
  return {
    ...servers,
    ports: { ...forEachService(of), gateway },
    healthPorts: forEachService((service) => of(`health of ${service}`)),
    internalPort: of('gateway, internal'),
    publicUrl: publicUrl ?? serviceUrl(gateway),
    admin: { port: of('admin'), token: secrets('admin') },
    imapUrl: servers.mail.imapUrl,
    smtpUrl: servers.mail.smtpUrl,
    keys: await serviceKeys(data),
    receiver: {
      port: of('webhook receiver'),
      morePorts: [of('webhook receiver 2'), of('webhook receiver 3'), of('webhook receiver 4')],
      ...(await receiverCertificate(data)),
    },
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
export async function startSystem({ workspace, env, report, signal }: StartOptions): Promise<System> {
  const { data, state } = workspace
  const external = externalServers(env)
  const form = serviceForm(env.GUIDEBOOK_FORM)
  const lock = takeLock(data)
  const stops = createStopList(report)
  stops.layer()({
    async stop() {
      removeDescription(data)
      lock.release()
    },
  })
  let description: Description | undefined
  const onChange = () => {
    if (!description) return
    const demonstration = readDemonstration(data)
    writeDescription(data, { ...description, processes: readProcesses(data), demonstration })
  }
  try {
    const stopped = await stopLeftovers(data)
    // Not before: leftovers that could not be stopped stay recorded for the next start.
    stops.layer()({ stop: async () => writeProcesses(data, []) })
    if (stopped > 0) report(`  the last start was killed: stopped ${stopped} processes that it left behind`)
    for (const folder of [data, state]) requireSpace(folder)
    const gateway = await requestedPort(env.GUIDEBOOK_PORT)
    const ports = await portsIn(data, report)
    stops.layer()({ stop: async () => ports.release() })
    const secrets = secretsIn(join(data, 'secrets.json'))
    const tracker = createProcessTracker(data, signal)
    const context = { workspace, ports, secrets, report, tracker, onChange }
    const serverContext = { ...context, stopLater: stops.layer() }
    const serviceContext = { ...context, stopLater: stops.layer(), inherited: env, form }
    signal.throwIfAborted()
    const servers = await startServers(serverContext, external, (urls) => migrateAll(serviceContext, urls))
    signal.throwIfAborted()
    const settings = await settingsOf(serviceContext, servers, { publicUrl: env.PUBLIC_URL, gateway })
    await startServices(serviceContext, settings)
    signal.throwIfAborted()
    description = describe(workspace, servers, settings)
    writeDescription(data, description)
    return { description, stop: stops.stop }
  } catch (error) {
    await stops.stop()
    throw error
  }
}
