import type { Route } from '@guidebook/service-kit'
import type { Context } from './context.ts'
import { createGuidebook } from './guidebook/create-guidebook.ts'
import { listGuidebooks } from './guidebook/list-guidebooks.ts'
import { readGuidebookCover } from './guidebook/read-cover.ts'
import { readGuidebook } from './guidebook/read-guidebook.ts'
import { replaceGuidebook } from './guidebook/replace-guidebook.ts'
import { findGuidebooks } from './internal/find-guidebooks.ts'
import { readGuidebookContent } from './internal/read-guidebook-content.ts'
import { readItemContents } from './internal/read-item-contents.ts'
import { readTrack } from './internal/read-track.ts'
import { resolveReferences } from './internal/resolve-references.ts'
import { storeGuidebook } from './internal/store-guidebook.ts'
import { deleteItem } from './item/delete-item.ts'
import { listItems } from './item/list-items.ts'
import { readItemGeojson } from './item/read-geojson.ts'
import { readItemGpx } from './item/read-gpx.ts'
import { readItemImage } from './item/read-image.ts'
import { readItem } from './item/read-item.ts'
import { setExternalId } from './item/set-external-id.ts'
import { createLibrary } from './library/create-library.ts'
import { listLibraries } from './library/list-libraries.ts'
import { readLibrary } from './library/read-library.ts'
import { updateLibrary } from './library/update-library.ts'
import { createPoi } from './poi/create-poi.ts'
import { patchPoi } from './poi/patch-poi.ts'
import { updatePoi } from './poi/update-poi.ts'
import { createRoute } from './route/create-route.ts'
import { updateRoute } from './route/update-route.ts'
import { createText } from './text-page/create-text.ts'
import { updateText } from './text-page/update-text.ts'

const libraries = [createLibrary, updateLibrary, readLibrary, listLibraries]
const items = [readItem, listItems, readItemGeojson, readItemGpx, readItemImage, setExternalId, deleteItem]
const kinds = [createRoute, updateRoute, createPoi, updatePoi, patchPoi, createText, updateText]
const guidebooks = [createGuidebook, replaceGuidebook, listGuidebooks, readGuidebook, readGuidebookCover]

/** For other services. */
const internal = [resolveReferences, findGuidebooks, readGuidebookContent, readItemContents, readTrack, storeGuidebook]

export const routes = (context: Context): Route[] =>
  [...libraries, ...items, ...kinds, ...guidebooks, ...internal].map((operation) => operation(context))
