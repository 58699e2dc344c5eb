import { LocalFault } from '../fault.ts'
import { allAtOnce } from '../processes/stop-list.ts'
import { supervise } from '../processes/supervise.ts'
import { step } from '../say.ts'
import { type Surroundings, serviceEnvironments, serviceUrl } from '../services/environment.ts'
import { type ServiceName, serviceNames } from '../services/names.ts'
import { migrateService, type ServiceForm, startService } from '../services/service-process.ts'
import type { ServerContext } from './own-servers.ts'

export interface ServicesContext extends ServerContext {
  inherited: Readonly<NodeJS.ProcessEnv>
}

function serviceForm(wanted = 'source'): ServiceForm {
  if (wanted === 'source' || wanted === 'built') return wanted
  throw new LocalFault('GUIDEBOOK_FORM must be source or built')
}

/** Brings the schemas to what the services need, then starts all six and waits until each says that it is ready. */
export async function bringServices(context: ServicesContext, surroundings: Surroundings): Promise<void> {
  const { place, tell, host, onChange, keep } = context
  const environments = serviceEnvironments(surroundings, context.inherited)
  const basics = (service: ServiceName) => ({
    root: place.root,
    form: serviceForm(context.inherited.GUIDEBOOK_FORM),
    service,
    env: environments[service],
    log: place.log(service),
  })
  await step(tell, 'database schemas', () => allAtOnce(serviceNames.map((service) => migrateService(basics(service)))))
  await allAtOnce(
    serviceNames.map((service) =>
      step(tell, service, async () => {
        const options = { ...basics(service), url: serviceUrl(surroundings.ports[service]), host }
        const start = () => startService(options)
        keep(await supervise({ name: service, log: options.log, start, tell, onChange }))
      }),
    ),
  )
}
