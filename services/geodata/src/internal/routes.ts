import type { Route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { findGuidebooks } from './find-guidebooks.ts'
import { readGuidebookContent } from './read-guidebook-content.ts'
import { readItemContents } from './read-item-contents.ts'
import { readTrack } from './read-track.ts'
import { resolveReferences } from './resolve-references.ts'
import { storeGuidebook } from './store-guidebook.ts'

/** What other services ask. */
export const internalRoutes = (context: Context): Route[] => [
  resolveReferences(context),
  findGuidebooks(context),
  readGuidebookContent(context),
  readItemContents(context),
  readTrack(context),
  storeGuidebook(context),
]
