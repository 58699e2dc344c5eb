import type { Route } from '@guidebook/service-kit'
import { auditRoutes } from './audit/routes.ts'
import { buildRoutes } from './builds/routes.ts'
import { changeRoutes } from './changes/routes.ts'
import type { Context } from './context.ts'
import { deviceRoutes } from './device/routes.ts'
import { intakeRoutes } from './intake/routes.ts'
import { onDemandRoutes } from './on-demand/routes.ts'
import { releaseRoutes } from './release/routes.ts'
import { supportRoutes } from './support/routes.ts'
import { tripLinkRoutes } from './trip-link/routes.ts'
import { usageRoutes } from './usage/routes.ts'

export const routes = (context: Context): Route[] => [
  ...releaseRoutes(context),
  ...onDemandRoutes(context),
  ...changeRoutes(context),
  ...auditRoutes(context),
  ...deviceRoutes(context),
  ...buildRoutes(context),
  ...intakeRoutes(context),
  ...supportRoutes(context),
  ...tripLinkRoutes(context),
  ...usageRoutes(context),
]
