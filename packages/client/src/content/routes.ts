import type { Caller } from '../call/caller.ts'
import type { BodyOf, OptionsOf, ParamsOf } from '../call/operation-types.ts'

/** Routes. Read, list and delete them with `items`. */
export const routesOf = ({ call }: Caller) => ({
  /** Endpoint 1, `POST /content/geodata/route`: creates a route in a library or in a guidebook. */
  create: (body: BodyOf<'createRoute'>, options?: OptionsOf<'createRoute'>) => call('createRoute', { body }, options),

  /** Endpoint 2, `PUT /content/geodata/route/{route_id}`: changes the fields that are sent. */
  update: (params: ParamsOf<'updateRoute'>, body: BodyOf<'updateRoute'>, options?: OptionsOf<'updateRoute'>) =>
    call('updateRoute', { params, body }, options),
})
