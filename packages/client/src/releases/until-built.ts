import type { Caller } from '../call/caller.ts'
import type { ReleaseAddress } from '../call/operation-types.ts'
import type { Build } from '../generated/types.ts'

export interface UntilBuiltOptions {
  /** Ends the wait: the call rejects with its reason. The build continues. */
  signal?: AbortSignal
  /** Called after each poll. */
  onProgress?: (build: Build) => void
}

/** The newest build of a release failed. `build.message` says why; the audit log has details. */
export class BuildFailedError extends Error {
  override readonly name = 'BuildFailedError'
  readonly build: Build

  constructor(build: Build) {
    super(`the build failed: ${build.message ?? 'no reason was given'}`)
    this.build = build
  }
}

/** Most builds take seconds. One in a queue takes longer and is polled less often. */
const firstPauseMs = 1_000
const largestPauseMs = 10_000

export async function untilBuilt(
  { call, pause }: Caller,
  release: ReleaseAddress,
  { signal, onProgress }: UntilBuiltOptions = {},
): Promise<Build> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(largestPauseMs, pauseMs * 1.5)) {
    const build = await call('readReleaseBuild', { params: release }, signal === undefined ? {} : { signal })
    onProgress?.(build)
    if (build.state === 'completed') return build
    if (build.state === 'failed') throw new BuildFailedError(build)
    await pause(pauseMs, signal)
  }
}
