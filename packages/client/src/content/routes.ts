import type { Caller } from '../call/caller.ts'
import type { BodyOf, OptionsOf, ParamsOf } from '../call/operation-types.ts'

/** Routes. They are read, listed and deleted as items. */
export const routesOf = ({ call }: Caller) => ({
  /** Endpoint 1, `POST /content/geodata/route`: creates a route in a library or in a guidebook. */
  create: (body: BodyOf<'createRoute'>, options?: OptionsOf<'createRoute'>) => call('createRoute', { body }, options),

  /** Endpoint 2, `PUT /content/geodata/route/{route_id}`: changes what is sent, by the route's internal ID. */
  update: (params: ParamsOf<'updateRoute'>, body: BodyOf<'updateRoute'>, options?: OptionsOf<'updateRoute'>) =>
    call('updateRoute', { params, body }, options),
})
