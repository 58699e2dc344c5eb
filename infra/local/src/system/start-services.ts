import { settleAll } from '../processes/stop-list.ts'
import { step } from '../report.ts'
import { type SystemSettings, serviceEnvironments, serviceUrl } from '../services/environment.ts'
import { serviceNames } from '../services/names.ts'
import { migrateService, type ServiceForm, startService } from '../services/service-process.ts'
import { UserFacingError } from '../user-facing-error.ts'
import { keepRunning, type ServerContext } from './supervised-servers.ts'

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
    settleAll(serviceNames.map((service) => migrateService(workspace.root, form, service, databases[service]))),
  )

/** Starts all services and waits until each is ready. */
export async function startServices(context: ServicesContext, settings: SystemSettings): Promise<void> {
  const environments = serviceEnvironments(settings, context.inherited)
  const start = (service: (typeof serviceNames)[number]) => {
    const healthUrl = serviceUrl(settings.healthPorts[service])
    return startService(context, { form: context.form, service, env: environments[service], healthUrl })
  }
  await settleAll(
    serviceNames.map((service) =>
      step(context.report, service, () => keepRunning(context, service, () => start(service))),
    ),
  )
}
