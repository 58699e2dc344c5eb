import type { Caller } from '../call/caller.ts'
import type { BodyOf, ParamsOf, QueryOf, ReleaseAddress } from '../call/operation-types.ts'
import type { CallOptions, ChangeOptions, DeleteOptions, DownloadOptions, WriteOptions } from '../options.ts'
import { type FollowOptions, followBuild } from './follow-build.ts'
import { type UntilBuiltOptions, untilBuilt } from './until-built.ts'

export interface CreateReleaseOptions extends WriteOptions {
  /** Address that gets mails about errors of the background customization. */
  email?: string
}

type SwitchId = 'setAppChannel' | 'setPdfChannel' | 'setGpxChannel' | 'setReleaseDisabled' | 'setReleaseLocked'

/** Releases: each gives one booking access to a guidebook. */
export const releasesOf = (caller: Caller) => {
  const { call, withBody, withParams, withParamsAndBody, withParamsAndQuery, listWithParams, downloadWithParams } =
    caller
  const switchOf = (id: SwitchId) => (release: ReleaseAddress, on: boolean, options?: ChangeOptions) =>
    call(id, { params: { ...release, flag: on ? '1' : '0' } }, options)

  return {
    /**
     * Endpoint 6, `POST /content/release`: creates a release of an existing guidebook. Plain; customized with `accommodation`,
     * `text` or `additionalAssets`; for a reseller with `resellerOid`.
     */
    create: (body: BodyOf<'createRelease'>, { email, ...options }: CreateReleaseOptions = {}) =>
      call('createRelease', { query: email === undefined ? {} : { email }, body }, options),

    onDemand: {
      /** Endpoint 7, `POST /content/release/ondemand`: creates a guidebook and its release from one object. */
      create: withBody('createOnDemandRelease'),

      /** Endpoint 8, `PUT /content/release/ondemand`: replaces them, until the day before the first day. */
      update: withBody('updateOnDemandRelease'),
    },

    /** `GET /content/release/{account}/{release}`: reads a release; the seller uses its own account. */
    read: withParams('readRelease'),

    /** `GET /content/release/{account}`: lists releases, newest first by default. */
    list: ({ account, ...query }: ParamsOf<'listReleases'> & QueryOf<'listReleases'>, options?: CallOptions) =>
      caller.list('listReleases', { params: { account }, query }, options),

    /** `GET /content/release/{account}/releases.csv`: all releases that match, as a file; the body of the response is unread. */
    downloadCsv: (
      { account, ...query }: ParamsOf<'exportReleases'> & QueryOf<'exportReleases'>,
      options?: DownloadOptions,
    ) => caller.download('exportReleases', { params: { account }, query }, options),

    /** `DELETE /content/release/{account}/{release}`: revokes a release before its first day. */
    revoke: withParams('revokeRelease'),

    /** Endpoint 9, `PATCH /content/release/{account}/{release}/devices/{devices}`. */
    setDevices: (release: ReleaseAddress, devices: ParamsOf<'setReleaseDevices'>['devices'], options?: ChangeOptions) =>
      call('setReleaseDevices', { params: { ...release, devices } }, options),

    /** Endpoint 10, `PATCH /content/release/{account}/{release}/period`: the first and last day of the release. */
    setPeriod: withParamsAndBody('setReleasePeriod'),

    /** Endpoint 11, `PATCH /content/release/{account}/{release}/tripperiod`: arrival and departure. */
    setTripPeriod: withParamsAndBody('setTripPeriod'),

    /** Endpoint 12, `PUT /content/release/{account}/{release}/accommodation`: replaces all accommodations. */
    replaceAccommodation: withParamsAndBody('replaceAccommodation'),

    /** Endpoint 13, `PATCH /content/release/{account}/{release}/lang/{language}`. */
    setLanguage: (
      release: ReleaseAddress,
      language: ParamsOf<'setReleaseLanguage'>['language'],
      options?: ChangeOptions,
    ) => call('setReleaseLanguage', { params: { ...release, language } }, options),

    /** Endpoint 14, `PATCH /content/release/{account}/{release}/app/{flag}`: switches the app on or off. */
    setApp: switchOf('setAppChannel'),

    /** Endpoint 15, `PATCH /content/release/{account}/{release}/pdf/{flag}`: switches the PDF roadbook on or off. */
    setPdf: switchOf('setPdfChannel'),

    /** Endpoint 16, `PATCH /content/release/{account}/{release}/gpx/{flag}`: switches the GPX files on or off. */
    setGpx: switchOf('setGpxChannel'),

    /** `PATCH /content/release/{account}/{release}/disabled/{flag}`: closes the Trip Link or opens it again. */
    setDisabled: switchOf('setReleaseDisabled'),

    /** `PATCH /content/release/{account}/{release}/locked/{flag}`: locks the release against changes or unlocks it. */
    setLocked: switchOf('setReleaseLocked'),

    /** `PATCH /content/release/{account}/{release}/sellercode/{code}`: the seller may call it too, with its own account. */
    setSellerCode: (release: ReleaseAddress, code: ParamsOf<'setSellerCode'>['code'], options?: ChangeOptions) =>
      call('setSellerCode', { params: { ...release, code } }, options),

    /** `GET /content/release/{account}/{release}/build`: the state of the newest build. */
    readBuild: withParams('readReleaseBuild'),

    /** `POST /content/release/{account}/{release}/build`: builds the documents again. */
    requestBuild: withParams('requestReleaseBuild'),

    /**
     * Resolves with the newest build when it is completed; rejects with a BuildFailedError when it failed. It polls every second at
     * first, later every ten. It has no time limit: pass a signal, such as `AbortSignal.timeout(300_000)`.
     */
    untilBuilt: (release: ReleaseAddress, options?: UntilBuiltOptions) => untilBuilt(caller, release, options),

    /**
     * `GET /content/release/{account}/{release}/build/events`: the newest build, then each change of it, then later builds.
     * It reconnects by itself, however long an outage lasts, and ends when the loop is left or the signal aborts. It rejects when the service
     * refuses the request.
     */
    followBuild: (release: ReleaseAddress, options?: FollowOptions) => followBuild(caller, release, options),

    /** `GET /content/release/{account}/{release}/audit`: its audit log, newest first. */
    audit: listWithParams('listReleaseAudit'),

    /** `GET /account/changes`: the newest changes of all releases that the account of the key operates. */
    changes: caller.listWithQuery('listReleaseChanges'),

    /** `GET /content/release/{account}/{release}/diagnosis`: why travellers did not get a roadbook. `release` may also be a download code. */
    diagnose: withParamsAndQuery('diagnoseRelease'),

    /** `GET /content/release/{account}/{release}/devices`: the registered devices, oldest first. */
    devices: listWithParams('listDevices'),

    /** `DELETE /content/release/{account}/{release}/devices/{devices}`: removes a device, so that another can register. */
    removeDevice: (release: ReleaseAddress, id: string, options?: DeleteOptions) =>
      call('removeDevice', { params: { ...release, devices: id } }, options),

    documents: {
      /** `POST /content/release/{account}/{release}/documents`: attaches a PDF file, such as a ticket, for travellers. */
      attach: withParamsAndBody('attachDocument'),

      /** `GET /content/release/{account}/{release}/documents`: the attached documents, oldest first. */
      list: listWithParams('listDocuments'),

      /** `DELETE /content/release/{account}/{release}/documents/{document}`: removes a document. */
      remove: (release: ReleaseAddress, id: string, options?: DeleteOptions) =>
        call('removeDocument', { params: { ...release, document: id } }, options),
    },

    /** `GET /content/release/{account}/{release}/page`: the Trip Link page, on any day; with `language` in another language of the page. */
    downloadPage: (
      { account, release, ...query }: ReleaseAddress & QueryOf<'previewPage'>,
      options?: DownloadOptions,
    ) => caller.download('previewPage', { params: { account, release }, query }, options),

    /** `GET /content/release/{account}/{release}/roadbook.pdf`: the roadbook, on any day. */
    downloadRoadbook: downloadWithParams('previewRoadbook'),

    /** `GET /content/release/{account}/{release}/gpx`: all GPX files in one ZIP archive, on any day. */
    downloadGpx: downloadWithParams('previewGpx'),
  }
}
