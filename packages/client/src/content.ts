import type { Caller } from './call/caller.ts'
import type { OptionsOf, ParamsOf } from './call/operation-types.ts'

export const contentOf = ({ call, withBody, withParams, withParamsAndBody, ...caller }: Caller) => ({
  /** Libraries: named containers of content. */
  libraries: {
    /** `POST /content/library`: creates a library. */
    create: withBody('createLibrary'),

    /** `PUT /content/library/{customId}`: renames a library. */
    update: withParamsAndBody('updateLibrary'),

    /** `GET /content/library/{customId}`: reads a library. */
    read: (params: ParamsOf<'readLibrary'>, options?: OptionsOf<'readLibrary'>) =>
      call('readLibrary', { params, query: {} }, options),

    /** `GET /content/library`: lists the libraries of the account. */
    list: caller.listWithQuery('listLibraries'),
  },

  /** Routes. Read, list and delete them with `items`. */
  routes: {
    /** Endpoint 1, `POST /content/geodata/route`: creates a route in a library or in a guidebook. */
    create: withBody('createRoute'),

    /** Endpoint 2, `PUT /content/geodata/route/{route_id}`: changes the fields that are sent. */
    update: withParamsAndBody('updateRoute'),
  },

  /** Points of interest. Read, list and delete them with `items`. */
  pois: {
    /** Endpoint 4, `POST /content/geodata/poi`: creates a point of interest. */
    create: withBody('createPoi'),

    /**
     * Endpoint 5, `PUT /content/geodata/poi`: changes the point of interest with the `account`, `library` and `customId` of the body.
     * To synchronise, update first and create on 404 `not-found`. `category` and `tags` are ignored: see `patch`.
     */
    update: withBody('updatePoi'),

    /** `PATCH /content/geodata/poi/{geodata_id}`: changes the fields that are sent, also category and tags. */
    patch: withParamsAndBody('patchPoi'),
  },

  /** Text pages. Read, list and delete them with `items`. */
  texts: {
    /** `POST /content/geodata/text`: creates a text page. */
    create: withBody('createText'),

    /** `PUT /content/geodata/text`: changes the text page with the `account`, `library` and `customId` of the body. */
    update: withBody('updateText'),
  },

  /** Operations on items: routes, points of interest and text pages. */
  items: {
    /** `GET /content/geodata/{geodata_id}`: reads an item, a route with its waypoints. */
    read: withParams('readItem'),

    /** `GET /content/geodata`: lists items, routes without their waypoints. */
    list: caller.listWithQuery('listItems'),

    /** Endpoint 3, `PATCH /content/geodata/{geodata_id}/externalid`: changes the custom ID of an item. */
    setExternalId: withParamsAndBody('setExternalId'),

    /**
     * `DELETE /content/geodata/{geodata_id}`: deletes an item; 409 `item-in-use` while a guidebook uses it. When the response
     * was lost, the retry gets 404 `not-found`.
     */
    delete: withParams('deleteItem'),

    /** `GET /content/geodata/{geodata_id}.geojson`: a route or a point of interest as GeoJSON. */
    downloadGeojson: caller.downloadWithParams('readItemGeojson'),

    /** `GET /content/geodata/{geodata_id}.gpx`: a route or a point of interest as GPX 1.1. */
    downloadGpx: caller.downloadWithParams('readItemGpx'),

    /** `GET /content/geodata/{geodata_id}/image`: the image of an item. */
    downloadImage: caller.downloadWithParams('readItemImage'),
  },

  /** Guidebooks: content arranged in stages. */
  guidebooks: {
    /** `POST /content/guidebook`: creates a guidebook. */
    create: withBody('createGuidebook'),

    /** `PUT /content/guidebook/{customId}`: replaces a guidebook. Without an image the cover stays; `null` removes it. */
    replace: withParamsAndBody('replaceGuidebook'),

    /** `GET /content/guidebook`: lists guidebooks, without their content. */
    list: caller.listWithQuery('listGuidebooks'),

    /** `GET /content/guidebook/{account}/{customId}`: reads a guidebook. */
    read: withParams('readGuidebook'),

    /** `GET /content/guidebook/{account}/{customId}/cover`: the image of the cover. */
    downloadCover: caller.downloadWithParams('readGuidebookCover'),

    /** `GET /content/guidebook/{account}/{customId}/analytics`: its use by travellers, in total and by day. Default: the last thirty days. */
    analytics: caller.withParamsAndQuery('readAnalytics'),

    /** `POST /content/guidebook/{account}/{customId}/preview`: builds a preview of the current content, in the account's language by default. */
    requestPreview: caller.withParamsAndQuery('requestGuidebookPreview'),

    /** `GET /content/guidebook/{account}/{customId}/preview`: the state of a preview. */
    preview: caller.withParamsAndQuery('readGuidebookPreview'),

    /** `GET /content/guidebook/{account}/{customId}/preview/page`: the page of a preview, once it is completed. */
    downloadPreviewPage: caller.downloadWithParamsAndQuery('readGuidebookPreviewPage'),

    /** `GET /content/guidebook/{account}/{customId}/preview/roadbook.pdf`: the roadbook of a preview, once it is completed. */
    downloadPreviewRoadbook: caller.downloadWithParamsAndQuery('readGuidebookPreviewRoadbook'),
  },
})
