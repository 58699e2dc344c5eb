import type { Caller } from '../call/caller.ts'
import type { OptionsOf, ParamsOf, QueryOf } from '../call/operation-types.ts'

/** The account of the key. */
export const accountOf = ({ call }: Caller) => ({
  /** `GET /account`: settings, keys by their beginnings, connected partners. */
  read: (options?: OptionsOf<'readOwnAccount'>) => call('readOwnAccount', {}, options),

  /**
   * `POST /account/keys`: another API key, shown this once. When the answer was lost on its way, the repeat gets 409
   * `secret-already-given`: revoke that key, which `read` lists, and create another.
   */
  createKey: (options?: OptionsOf<'createKey'>) => call('createKey', {}, options),

  /**
   * `DELETE /account/keys/{key_id}`: the key is refused within five seconds; with `descendants` also every key that it made, and
   * that those made in turn. When an answer was lost on its way, the repeat finds nothing: 404 `not-found`.
   */
  revokeKey: (params: ParamsOf<'revokeKey'>, query: QueryOf<'revokeKey'> = {}, options?: OptionsOf<'revokeKey'>) =>
    call('revokeKey', { params, query }, options),
})
