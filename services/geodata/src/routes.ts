import type { Route } from '@guidebook/service-kit'
import type { Context } from './context.ts'
import { guidebookRoutes } from './guidebook/routes.ts'
import { internalRoutes } from './internal/routes.ts'
import { itemRoutes } from './item/routes.ts'
import { libraryRoutes } from './library/routes.ts'
import { poiRoutes } from './poi/routes.ts'
import { routeRoutes } from './route/routes.ts'
import { textPageRoutes } from './text-page/routes.ts'

export const routes = (context: Context): Route[] => [
  ...libraryRoutes(context),
  ...routeRoutes(context),
  ...poiRoutes(context),
  ...textPageRoutes(context),
  ...itemRoutes(context),
  ...guidebookRoutes(context),
  ...internalRoutes(context),
]
