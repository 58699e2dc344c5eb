import type { Route } from '@guidebook/service-kit'
import { withKnownAccounts } from './account/accounts.ts'
import { auditRoutes } from './audit/routes.ts'
import { buildRoutes } from './builds/routes.ts'
import { changeRoutes } from './changes/routes.ts'
import type { Context } from './context.ts'
import { creationRoutes } from './creation/routes.ts'
import { deviceRoutes } from './device/routes.ts'
import { documentRoutes } from './documents/routes.ts'
import { intakeRoutes } from './intake/routes.ts'
import { onDemandRoutes } from './on-demand/routes.ts'
import { releaseRoutes } from './release/routes.ts'
import { diagnosisRoutes } from './support/diagnose-releases.ts'
import { supportRoutes } from './support/routes.ts'
import { guidebookPreviewRoutes } from './trip-link/preview-guidebook.ts'
import { tripLinkRoutes } from './trip-link/routes.ts'
import { usageRoutes } from './usage/routes.ts'

const features = [
  ...[releaseRoutes, creationRoutes, onDemandRoutes, changeRoutes, auditRoutes, deviceRoutes, documentRoutes],
  ...[buildRoutes, intakeRoutes, supportRoutes, diagnosisRoutes, tripLinkRoutes, usageRoutes],
  guidebookPreviewRoutes,
]

export const routes = (context: Context): Route[] =>
  features
    .flatMap((routesOf) => routesOf(context))
    .map(({ operation, handler }) => ({
      operation,
      handler: (request) => withKnownAccounts(context.accounts, () => handler(request)),
    }))
