import type { Route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { createRoute } from './create-route.ts'
import { updateRoute } from './update-route.ts'

export const routeRoutes = (context: Context): Route[] => [createRoute(context), updateRoute(context)]
