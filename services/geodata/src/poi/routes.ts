import type { Route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { createPoi } from './create-poi.ts'
import { patchPoi } from './patch-poi.ts'
import { updatePoi } from './update-poi.ts'

export const poiRoutes = (context: Context): Route[] => [createPoi(context), updatePoi(context), patchPoi(context)]
