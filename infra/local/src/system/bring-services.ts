import { LocalFault } from '../fault.ts'
import { allAtOnce } from '../processes/stop-list.ts'
import { supervise } from '../processes/supervise.ts'
import { step } from '../say.ts'
import { type Surroundings, serviceEnvironments, serviceUrl } from '../services/environment.ts'
import { serviceNames } from '../services/names.ts'
import { migrateService, type ServiceForm, startService } from '../services/service-process.ts'
import type { ServerContext } from './own-servers.ts'

export interface ServicesContext extends ServerContext {
  inherited: Readonly<NodeJS.ProcessEnv>
  form: ServiceForm
}

/** `GUIDEBOOK_FORM`: which form of the services runs. */
export function serviceForm(wanted = 'source'): ServiceForm {
  if (wanted === 'source' || wanted === 'built') return wanted
  throw new LocalFault('GUIDEBOOK_FORM must be source or built')
}

/** Brings every schema to what its service needs. */
export const migrateAll = ({ place, form, tell }: ServicesContext, databases: Surroundings['databases']) =>
  step(tell, 'database schemas', () =>
    allAtOnce(serviceNames.map((service) => migrateService({ root: place.root, form, service }, databases[service]))),
  )

/** Starts all six and waits until each says that it is ready. */
export async function bringServices(context: ServicesContext, surroundings: Surroundings): Promise<void> {
  const { place, form, tell, host, onChange, keep } = context
  const environments = serviceEnvironments(surroundings, context.inherited)
  await allAtOnce(
    serviceNames.map((service) =>
      step(tell, service, async () => {
        const options = {
          root: place.root,
          form,
          service,
          env: environments[service],
          log: place.log(service),
          healthUrl: serviceUrl(surroundings.healthPorts[service]),
          host,
        }
        const start = () => startService(options)
        keep(await supervise({ name: service, log: options.log, start, tell, onChange }))
      }),
    ),
  )
}
