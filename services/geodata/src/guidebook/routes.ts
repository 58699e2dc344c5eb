import type { Route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { createGuidebook } from './create-guidebook.ts'
import { readGuidebook } from './read-guidebook.ts'
import { replaceGuidebook } from './replace-guidebook.ts'

export const guidebookRoutes = (context: Context): Route[] => [
  createGuidebook(context),
  replaceGuidebook(context),
  readGuidebook(context),
]
