import type { Caller } from '../call/caller.ts'
import type { BodyOf, OptionsOf, ParamsOf, QueryOf } from '../call/operation-types.ts'
import type { CallOptions, DeleteOptions, WriteOptions } from '../call/options.ts'
import type { ReleaseAddress } from './release-address.ts'

export interface CreateReleaseOptions extends WriteOptions {
  /** Address that gets mails about errors of the background customization. */
  email?: string
}

/** Releases: each gives one booking access to a guidebook. */
export const releasesOf = ({ call, list }: Caller) => ({
  /**
   * Endpoint 6, `POST /content/release`: creates a release of an existing guidebook. Plain; customized with `accommodation`,
   * `text` or `additionalAssets`; for a reseller with `resellerOid`.
   */
  create: (body: BodyOf<'createRelease'>, { email, ...options }: CreateReleaseOptions = {}) =>
    call('createRelease', { query: email === undefined ? {} : { email }, body }, options),

  onDemand: {
    /** Endpoint 7, `POST /content/release/ondemand`: creates a guidebook and its release from one object. */
    create: (body: BodyOf<'createOnDemandRelease'>, options?: OptionsOf<'createOnDemandRelease'>) =>
      call('createOnDemandRelease', { body }, options),

    /** Endpoint 8, `PUT /content/release/ondemand`: replaces them, until the day before the first day. */
    update: (body: BodyOf<'updateOnDemandRelease'>, options?: OptionsOf<'updateOnDemandRelease'>) =>
      call('updateOnDemandRelease', { body }, options),
  },

  /** `GET /content/release/{account}/{release}`: reads a release; the seller uses its own account. */
  read: (release: ReleaseAddress, options?: OptionsOf<'readRelease'>) =>
    call('readRelease', { params: release }, options),

  /** `GET /content/release/{account}`: lists releases, newest first. */
  list: ({ account, ...query }: ParamsOf<'listReleases'> & QueryOf<'listReleases'>, options?: CallOptions) =>
    list('listReleases', { params: { account }, query }, options),

  /** `DELETE /content/release/{account}/{release}`: revokes a release before its first day. */
  revoke: (release: ReleaseAddress, options?: DeleteOptions) => call('revokeRelease', { params: release }, options),
})
