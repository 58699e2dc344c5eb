import type { Caller } from '../call/caller.ts'
import type { BodyOf, OptionsOf, ParamsOf, QueryOf } from '../call/operation-types.ts'

/** Guidebooks: content arranged in stages. */
export const guidebooksOf = ({ call }: Caller) => ({
  /** `POST /content/guidebook`: creates a guidebook. */
  create: (body: BodyOf<'createGuidebook'>, options?: OptionsOf<'createGuidebook'>) =>
    call('createGuidebook', { body }, options),

  /** `PUT /content/guidebook/{customId}`: replaces a guidebook; without a new cover the old one stays. */
  replace: (
    params: ParamsOf<'replaceGuidebook'>,
    body: BodyOf<'replaceGuidebook'>,
    options?: OptionsOf<'replaceGuidebook'>,
  ) => call('replaceGuidebook', { params, body }, options),

  /** `GET /content/guidebook/{account}/{customId}`: reads a guidebook. */
  read: (params: ParamsOf<'readGuidebook'>, options?: OptionsOf<'readGuidebook'>) =>
    call('readGuidebook', { params }, options),

  /** `GET /content/guidebook/{account}/{customId}/analytics`: its use by travellers, in total and by day. Default: the last thirty days. */
  analytics: (
    params: ParamsOf<'readAnalytics'>,
    query: QueryOf<'readAnalytics'> = {},
    options?: OptionsOf<'readAnalytics'>,
  ) => call('readAnalytics', { params, query }, options),
})
