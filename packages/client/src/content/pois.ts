import type { Caller } from '../call/caller.ts'
import type { BodyOf, OptionsOf, ParamsOf } from '../call/operation-types.ts'

/** Points of interest. Read, list and delete them with `items`. */
export const poisOf = ({ call }: Caller) => ({
  /** Endpoint 4, `POST /content/geodata/poi`: creates a point of interest. */
  create: (body: BodyOf<'createPoi'>, options?: OptionsOf<'createPoi'>) => call('createPoi', { body }, options),

  /**
   * Endpoint 5, `PUT /content/geodata/poi`: changes the point of interest with the `account`, `library` and `customId` of the body.
   * To synchronise, update first and create on 404 `not-found`. `category` and `tags` are ignored: see `patch`.
   */
  update: (body: BodyOf<'updatePoi'>, options?: OptionsOf<'updatePoi'>) => call('updatePoi', { body }, options),

  /** `PATCH /content/geodata/poi/{geodata_id}`: changes the fields that are sent, also category and tags. */
  patch: (params: ParamsOf<'patchPoi'>, body: BodyOf<'patchPoi'>, options?: OptionsOf<'patchPoi'>) =>
    call('patchPoi', { params, body }, options),
})
