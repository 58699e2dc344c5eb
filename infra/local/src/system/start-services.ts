import { settleAll } from '../processes/stop-list.ts'
import { supervise } from '../processes/supervise.ts'
import { step } from '../report.ts'
import { type SystemSettings, serviceEnvironments, serviceUrl } from '../services/environment.ts'
import { serviceNames } from '../services/names.ts'
import { migrateService, type ServiceForm, startService } from '../services/service-process.ts'
import { UserFacingError } from '../user-facing-error.ts'
import type { ServerContext } from './supervised-servers.ts'

export interface ServicesContext extends ServerContext {
  inherited: Readonly<NodeJS.ProcessEnv>
  form: ServiceForm
}

/** Reads `GUIDEBOOK_FORM`, which selects the form of the services that runs. */
export function serviceForm(form = 'source'): ServiceForm {
  if (form === 'source' || form === 'built') return form
  throw new UserFacingError('GUIDEBOOK_FORM must be source or built')
}

/** Migrates the schema of every service. */
export const migrateAll = ({ workspace, form, report }: ServicesContext, databases: SystemSettings['databases']) =>
  step(report, 'database schemas', () =>
    settleAll(
      serviceNames.map((service) => migrateService({ root: workspace.root, form, service }, databases[service])),
    ),
  )

/** Starts all services and waits until each is ready. */
export async function startServices(context: ServicesContext, settings: SystemSettings): Promise<void> {
  const { workspace, form, report, tracker, onChange, stopLater } = context
  const environments = serviceEnvironments(settings, context.inherited)
  await settleAll(
    serviceNames.map((service) =>
      step(report, service, async () => {
        const options = {
          root: workspace.root,
          form,
          service,
          env: environments[service],
          log: workspace.log(service),
          healthUrl: serviceUrl(settings.healthPorts[service]),
          tracker,
        }
        const start = () => startService(options)
        stopLater(await supervise({ name: service, log: options.log, start, report, onChange }))
      }),
    ),
  )
}
