import { operations, type PartStatus, type ServiceName, schemas, serviceNames, validate } from '@guidebook/contracts'
import { type ReadReadiness, type Route, route } from '@guidebook/service-kit'
import manifest from '../../package.json' with { type: 'json' }
import type { Context } from '../context.ts'
import { support } from './verifier.ts'

/** Milliseconds. A service gives each of its checks two seconds. */
const deadlineMs = 3_000

/** The state of another service. It responds with 200 also when it is not ready. */
async function ask({ services, log }: Context, name: Exclude<ServiceName, 'gateway'>): Promise<PartStatus> {
  try {
    const { body } = await services[name].call(operations.readReadiness, { identity: support, deadlineMs })
    const part = { name, ...body }
    const faults = validate(schemas.partStatus, part)
    if (faults.length === 0) return part
    log.warn({ target: name, faults }, 'readiness of a service is invalid')
  } catch (error) {
    log.warn({ target: name, err: error }, 'reading the readiness of a service failed')
  }
  return { name, status: 'unreachable', checks: {} }
}

/** The state of every service, including the gateway. */
export const statusRoutes = (context: Context, readiness: ReadReadiness): Route[] => [
  route(operations.readStatus, async () => {
    const parts = await Promise.all(
      serviceNames.map(async (name) =>
        name === 'gateway' ? { name, ...(await readiness()) } : await ask(context, name),
      ),
    )
    return { status: 200, body: { version: manifest.version, parts } }
  }),
]
