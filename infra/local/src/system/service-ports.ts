import { forEachService, type ServiceName, serviceNames } from '../services/names.ts'
import type { StoredPorts } from '../state/stored-ports.ts'
import { UserFacingError } from '../user-facing-error.ts'

export interface SystemPorts {
  services: Record<ServiceName, number>
  health: Record<ServiceName, number>
  internal: number
  admin: number
  receiver: number
}

const maxPort = 65_535

async function gatewayPort(ports: StoredPorts, requested: string | undefined): Promise<number> {
  if (requested === undefined) return ports.of('gateway')
  const port = Number(requested)
  if (Number.isInteger(port) && port > 0 && port <= maxPort) return ports.exactly('gateway', port)
  throw new UserFacingError('GUIDEBOOK_PORT must be a port number')
}

/** Chooses all ports before anything starts, so that a requested port that is taken fails the start at once. */
export async function choosePorts(ports: StoredPorts, env: Readonly<NodeJS.ProcessEnv>): Promise<SystemPorts> {
  const chosen = new Map<ServiceName, number>([['gateway', await gatewayPort(ports, env.GUIDEBOOK_PORT)]])
  for (const service of serviceNames) if (!chosen.has(service)) chosen.set(service, await ports.of(service))
  const health = new Map<ServiceName, number>()
  for (const service of serviceNames) health.set(service, await ports.of(`health of ${service}`))
  return {
    services: forEachService((service) => chosen.get(service) ?? 0),
    health: forEachService((service) => health.get(service) ?? 0),
    internal: await ports.of('gateway, internal'),
    admin: await ports.of('admin'),
    receiver: await ports.of('webhook receiver'),
  }
}
