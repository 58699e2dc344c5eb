/** The documents of a release: how far they are, and how they look before a traveller sees them. */
import type { Caller } from '../call/caller.ts'
import type { CallOptions, DownloadOptions, ReadOptions, WriteOptions } from '../call/options.ts'
import type { Build } from '../generated/types.ts'
import { type FollowOptions, followBuild } from './follow-build.ts'
import type { ReleaseAddress } from './release-address.ts'
import { type UntilBuiltOptions, untilBuilt } from './until-built.ts'

export const buildsOf = (caller: Caller) => {
  const { call, list, download } = caller
  return {
    /** `GET /content/release/{account}/{release}/build`: how far the newest build is. */
    readBuild: (release: ReleaseAddress, options?: ReadOptions<Build>) =>
      call('readReleaseBuild', { params: release }, options),

    /** `POST /content/release/{account}/{release}/build`: builds the documents again. */
    requestBuild: (release: ReleaseAddress, options?: WriteOptions) =>
      call('requestReleaseBuild', { params: release }, options),

    /**
     * Waits until the newest build is done and answers it; rejects with a BuildFailedError when it failed. It asks at first every
     * second, later every ten. It waits as long as it takes: give a signal, such as `AbortSignal.timeout(300_000)`, to end that.
     */
    untilBuilt: (release: ReleaseAddress, options?: UntilBuiltOptions) => untilBuilt(caller, release, options),

    /**
     * `GET /content/release/{account}/{release}/build/events`: the newest build as it is, then whenever it has changed, later builds too.
     * It connects again by itself and goes on until the loop is left or the signal is given; it rejects when the service refuses it.
     */
    followBuild: (release: ReleaseAddress, options?: FollowOptions) => followBuild(caller, release, options),

    /** `GET /content/release/{account}/{release}/audit`: what happened to the release, newest first. */
    audit: (release: ReleaseAddress, query: { limit?: number; cursor?: string } = {}, options?: CallOptions) =>
      list('listReleaseAudit', { params: release, query }, options),

    /** `GET /content/release/{account}/{release}/devices`: the devices that hold the trip, in the order in which they came. */
    devices: (release: ReleaseAddress, query: { limit?: number; cursor?: string } = {}, options?: CallOptions) =>
      list('listDevices', { params: release, query }, options),

    /** `DELETE /content/release/{account}/{release}/devices/{devices}`: frees the place of a device, named by its `id`. */
    removeDevice: (release: ReleaseAddress, id: string, options?: CallOptions) =>
      call('removeDevice', { params: { ...release, devices: id } }, options),

    /** `GET /content/release/{account}/{release}/page`: the Trip Link page, whatever the day. */
    downloadPage: (release: ReleaseAddress, options?: DownloadOptions) =>
      download('previewPage', { params: release }, options),

    /** `GET /content/release/{account}/{release}/roadbook.pdf`: the roadbook, whatever the day. */
    downloadRoadbook: (release: ReleaseAddress, options?: DownloadOptions) =>
      download('previewRoadbook', { params: release }, options),

    /** `GET /content/release/{account}/{release}/gpx`: all GPX files in one ZIP archive, whatever the day. */
    downloadGpx: (release: ReleaseAddress, options?: DownloadOptions) =>
      download('previewGpx', { params: release }, options),
  }
}
