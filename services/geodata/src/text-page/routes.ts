import type { Route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { createText } from './create-text.ts'
import { updateText } from './update-text.ts'

export const textPageRoutes = (context: Context): Route[] => [createText(context), updateText(context)]
