import type { Caller } from '../call/caller.ts'
import type { BodyOf, OptionsOf, ParamsOf, QueryOf } from '../call/operation-types.ts'

/** Guidebooks: content put together, stage by stage. */
export const guidebooksOf = ({ call }: Caller) => ({
  /** `POST /content/guidebook`: creates a guidebook. */
  create: (body: BodyOf<'createGuidebook'>, options?: OptionsOf<'createGuidebook'>) =>
    call('createGuidebook', { body }, options),

  /** `PUT /content/guidebook/{customId}`: replaces a guidebook; its cover stays when none is sent. */
  replace: (
    params: ParamsOf<'replaceGuidebook'>,
    body: BodyOf<'replaceGuidebook'>,
    options?: OptionsOf<'replaceGuidebook'>,
  ) => call('replaceGuidebook', { params, body }, options),

  /** `GET /content/guidebook/{account}/{customId}`: reads a guidebook. */
  read: (params: ParamsOf<'readGuidebook'>, options?: OptionsOf<'readGuidebook'>) =>
    call('readGuidebook', { params }, options),

  /** `GET /content/guidebook/{account}/{customId}/analytics`: how much travellers use it, in all and by day; without days the last thirty. */
  analytics: (
    params: ParamsOf<'readAnalytics'>,
    query: QueryOf<'readAnalytics'> = {},
    options?: OptionsOf<'readAnalytics'>,
  ) => call('readAnalytics', { params, query }, options),
})
