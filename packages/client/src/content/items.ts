import type { Caller } from '../call/caller.ts'
import type { BodyOf, OptionsOf, ParamsOf, QueryOf } from '../call/operation-types.ts'
import type { CallOptions } from '../call/options.ts'

/** Operations on items: routes, points of interest and text pages. */
export const itemsOf = ({ call, list, download }: Caller) => ({
  /** `GET /content/geodata/{geodata_id}`: reads an item, a route with its waypoints. */
  read: (params: ParamsOf<'readItem'>, options?: OptionsOf<'readItem'>) => call('readItem', { params }, options),

  /** `GET /content/geodata`: lists items, routes without their waypoints. */
  list: (query: QueryOf<'listItems'> = {}, options?: CallOptions) => list('listItems', { query }, options),

  /** Endpoint 3, `PATCH /content/geodata/{geodata_id}/externalid`: changes the custom ID of an item. */
  setExternalId: (
    params: ParamsOf<'setExternalId'>,
    body: BodyOf<'setExternalId'>,
    options?: OptionsOf<'setExternalId'>,
  ) => call('setExternalId', { params, body }, options),

  /**
   * `DELETE /content/geodata/{geodata_id}`: deletes an item; 409 `item-in-use` while a guidebook uses it. When the response
   * was lost, the retry gets 404 `not-found`.
   */
  delete: (params: ParamsOf<'deleteItem'>, options?: OptionsOf<'deleteItem'>) =>
    call('deleteItem', { params }, options),

  /** `GET /content/geodata/{geodata_id}.geojson`: a route or a point of interest as GeoJSON. */
  downloadGeojson: (params: ParamsOf<'readItemGeojson'>, options?: OptionsOf<'readItemGeojson'>) =>
    download('readItemGeojson', { params }, options),

  /** `GET /content/geodata/{geodata_id}.gpx`: a route or a point of interest as GPX 1.1. */
  downloadGpx: (params: ParamsOf<'readItemGpx'>, options?: OptionsOf<'readItemGpx'>) =>
    download('readItemGpx', { params }, options),
})
