import type { Caller } from '../call/caller.ts'
import type { OptionsOf, ParamsOf, QueryOf } from '../call/operation-types.ts'

/** The account of the key. */
export const accountOf = ({ call }: Caller) => ({
  /** `GET /account`: settings, prefixes of the keys, connected partners. */
  read: (options?: OptionsOf<'readOwnAccount'>) => call('readOwnAccount', {}, options),

  /**
   * `POST /account/keys`: creates an API key, shown only once. When the response was lost, the retry gets 409
   * `secret-already-given`: revoke that key, which `read` lists, and create another.
   */
  createKey: (options?: OptionsOf<'createKey'>) => call('createKey', {}, options),

  /**
   * `DELETE /account/keys/{key_id}`: the key stops working within five seconds; with `descendants` also every key made with it,
   * and so on. When the response was lost, the retry gets 404 `not-found`.
   */
  revokeKey: (params: ParamsOf<'revokeKey'>, query: QueryOf<'revokeKey'> = {}, options?: OptionsOf<'revokeKey'>) =>
    call('revokeKey', { params, query }, options),
})
