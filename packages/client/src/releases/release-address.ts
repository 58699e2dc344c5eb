import type { ParamsOf } from '../call/operation-types.ts'

/** Names a release: your account ID, and as `release` the `link` of its record. */
export type ReleaseAddress = ParamsOf<'readRelease'>
