import type { Route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { deleteItem } from './delete-item.ts'
import { listItems } from './list-items.ts'
import { readItemGeojson } from './read-geojson.ts'
import { readItemGpx } from './read-gpx.ts'
import { readItem } from './read-item.ts'
import { setExternalId } from './set-external-id.ts'

export const itemRoutes = (context: Context): Route[] => [
  readItem(context),
  listItems(context),
  readItemGeojson(context),
  readItemGpx(context),
  setExternalId(context),
  deleteItem(context),
]
