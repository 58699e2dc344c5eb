import type { Route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { createLibrary } from './create-library.ts'
import { listLibraries } from './list-libraries.ts'
import { readLibrary } from './read-library.ts'
import { updateLibrary } from './update-library.ts'

export const libraryRoutes = (context: Context): Route[] => [
  createLibrary(context),
  updateLibrary(context),
  readLibrary(context),
  listLibraries(context),
]
