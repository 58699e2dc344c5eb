/** Builds and previews of a release's documents. */
import type { Caller } from '../call/caller.ts'
import type { CallOptions, DownloadOptions, ReadOptions, WriteOptions } from '../call/options.ts'
import type { Build } from '../generated/types.ts'
import { type FollowOptions, followBuild } from './follow-build.ts'
import type { ReleaseAddress } from './release-address.ts'
import { type UntilBuiltOptions, untilBuilt } from './until-built.ts'

export const buildsOf = (caller: Caller) => {
  const { call, list, download } = caller
  return {
    /** `GET /content/release/{account}/{release}/build`: the state of the newest build. */
    readBuild: (release: ReleaseAddress, options?: ReadOptions<Build>) =>
      call('readReleaseBuild', { params: release }, options),

    /** `POST /content/release/{account}/{release}/build`: builds the documents again. */
    requestBuild: (release: ReleaseAddress, options?: WriteOptions) =>
      call('requestReleaseBuild', { params: release }, options),

    /**
     * Resolves with the newest build when it is completed; rejects with a BuildFailedError when it failed. It polls every second at
     * first, later every ten. It has no time limit: pass a signal, such as `AbortSignal.timeout(300_000)`.
     */
    untilBuilt: (release: ReleaseAddress, options?: UntilBuiltOptions) => untilBuilt(caller, release, options),

    /**
     * `GET /content/release/{account}/{release}/build/events`: the newest build, then each change of it, then later builds.
     * It reconnects by itself and ends when the loop is left or the signal aborts; it rejects when the service refuses the request.
     */
    followBuild: (release: ReleaseAddress, options?: FollowOptions) => followBuild(caller, release, options),

    /** `GET /content/release/{account}/{release}/audit`: its audit log, newest first. */
    audit: (release: ReleaseAddress, query: { limit?: number; cursor?: string } = {}, options?: CallOptions) =>
      list('listReleaseAudit', { params: release, query }, options),

    /** `GET /content/release/{account}/{release}/devices`: the registered devices, oldest first. */
    devices: (release: ReleaseAddress, query: { limit?: number; cursor?: string } = {}, options?: CallOptions) =>
      list('listDevices', { params: release, query }, options),

    /** `DELETE /content/release/{account}/{release}/devices/{devices}`: removes a device, so that another can register. */
    removeDevice: (release: ReleaseAddress, id: string, options?: CallOptions) =>
      call('removeDevice', { params: { ...release, devices: id } }, options),

    /** `GET /content/release/{account}/{release}/page`: the Trip Link page, on any day. */
    downloadPage: (release: ReleaseAddress, options?: DownloadOptions) =>
      download('previewPage', { params: release }, options),

    /** `GET /content/release/{account}/{release}/roadbook.pdf`: the roadbook, on any day. */
    downloadRoadbook: (release: ReleaseAddress, options?: DownloadOptions) =>
      download('previewRoadbook', { params: release }, options),

    /** `GET /content/release/{account}/{release}/gpx`: all GPX files in one ZIP archive, on any day. */
    downloadGpx: (release: ReleaseAddress, options?: DownloadOptions) =>
      download('previewGpx', { params: release }, options),
  }
}
