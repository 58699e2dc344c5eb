import { operations, type PartStatus, type ServiceName, schemas, serviceNames, validate } from '@guidebook/contracts'
import { type Logger, type Route, route } from '@guidebook/service-kit'
import manifest from '../../package.json' with { type: 'json' }

export interface StatusOptions {
  /** Where each service listens; known once all have started. */
  urls(): Readonly<Record<ServiceName, string>>
  log: Logger
}

/** A service gives each of its checks two seconds. */
const deadlineMs = 3_000

/** What the service says of itself. It answers the same shape when it is not ready, with 503. */
async function ask(name: ServiceName, url: string, log: Logger): Promise<PartStatus> {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(deadlineMs) })
    const part = { name, ...((await answer.json()) as object) }
    const faults = validate(schemas.partStatus, part)
    if (faults.length === 0) return part as PartStatus
    log.warn({ target: name, faults }, 'a service tells its state in another form')
  } catch (error) {
    log.warn({ target: name, err: error }, 'a service could not be asked how it fares')
  }
  return { name, status: 'unreachable', checks: {} }
}

/** How every service fares, this one included. */
export const statusRoutes = ({ urls, log }: StatusOptions): Route[] => [
  route(operations.readStatus, async () => {
    const where = urls()
    const parts = await Promise.all(serviceNames.map((name) => ask(name, where[name], log)))
    return { status: 200, body: { version: manifest.version, parts } }
  }),
]
