import type { Caller } from '../call/caller.ts'
import type { BodyOf, OptionsOf, ParamsOf, QueryOf } from '../call/operation-types.ts'
import type { CallOptions } from '../call/options.ts'

/** Libraries: named containers of content. */
export const librariesOf = ({ call, list }: Caller) => ({
  /** `POST /content/library`: creates a library. */
  create: (body: BodyOf<'createLibrary'>, options?: OptionsOf<'createLibrary'>) =>
    call('createLibrary', { body }, options),

  /** `PUT /content/library/{customId}`: renames a library. */
  update: (params: ParamsOf<'updateLibrary'>, body: BodyOf<'updateLibrary'>, options?: OptionsOf<'updateLibrary'>) =>
    call('updateLibrary', { params, body }, options),

  /** `GET /content/library/{customId}`: reads a library. */
  read: (params: ParamsOf<'readLibrary'>, options?: OptionsOf<'readLibrary'>) =>
    call('readLibrary', { params, query: {} }, options),

  /** `GET /content/library`: lists the libraries of the account. */
  list: (query: QueryOf<'listLibraries'> = {}, options?: CallOptions) => list('listLibraries', { query }, options),
})
